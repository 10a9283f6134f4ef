#!/usr/bin/env python3
"""Verifies the kernels of PTX files, or of CUDA files that nvcc compiles, under plausible launches, and counts what is understood.

LAUNCHES is a JSON file: an object from the name of a kernel, or of a file and a kernel (`gemm.cu:gemm_kernel`), to the options of
its launch (`--blockDim=32,8 --gridDim=4,4 --arg 2=64`). A kernel without one is verified with --default. A kernel counts as

- read, where its PTX is parsed and translated to a model,
- understood, where nothing in it is unsupported,
- decided, where its verdict is `verified`, `defect` or `possible-defect`.

Exit status: 0 when at least --floor percent of the kernels are decided, else 1; 2 when nothing was found.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")

ROOT = pathlib.Path(__file__).resolve().parent.parent
DECIDED = ("verified", "defect", "possible-defect")


def files_of(paths):
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in (".ptx", ".cu"))
        else:
            yield path


def compiled(options, path, folder, number):
    """Returns the PTX of a CUDA file, or None and the compiler's first error."""
    target = folder / f"{number}.ptx"
    command = [options.nvcc, "-ptx", "-O3", "-lineinfo", "-w", f"-arch={options.arch}", *shlex.split(options.nvcc_options), "-o", str(target),
               path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return target, ""
    errors = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line]
    return None, errors[0] if errors else "it does not compile"


def kernels_of(options, ptx):
    done = subprocess.run([options.launchproof, "check", str(ptx), "--list-kernels"], capture_output=True, text=True, check=False)
    # Each name is followed by its file.
    return [line.removesuffix(str(ptx)).strip() for line in done.stdout.splitlines() if line.endswith(str(ptx))]


def launch_of(options, launches, path, kernel):
    plain = re.sub(r"[<(].*", "", kernel)
    for name in (f"{path.name}:{kernel}", f"{path.name}:{plain}", kernel, plain):
        if name in launches:
            return launches[name]
    return options.default


def answers_of(options, lines):
    """Returns the verdict and its first reason for each line of options and a file."""
    command = [options.launchproof, "check", "--batch", "-", "--quiet", f"--jobs={options.jobs}", f"--timeout={options.timeout}"]
    done = subprocess.run(command, input="".join(shlex.join(line) + "\n" for line in lines), capture_output=True, text=True, check=False)
    result = [("error", "no answer")] * len(lines)
    for text in done.stdout.splitlines():
        answer = json.loads(text)
        if answer.get("error") or not answer["results"]:
            result[answer["line"] - 1] = ("error", answer.get("error", "no kernel"))
            continue
        one = answer["results"][0]
        reasons = [finding["message"] for finding in one["findings"] if not finding["benign"]]
        result[answer["line"] - 1] = (one["verdict"], one["reason"] or (reasons[0] if reasons else ""))
    return result


def general(reason):
    """Returns the reason without names and numbers, so that similar reasons are counted together."""
    reason = re.sub(r" \([^()]*:\d+[^()]*\)", "", reason)
    return re.sub(r"`[^`]*`", "`…`", re.sub(r"\d+", "N", reason))[:120]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=pathlib.Path, metavar="FILE", help="PTX or CUDA files, or folders of them")
    parser.add_argument("--launches", type=pathlib.Path, metavar="LAUNCHES")
    parser.add_argument("--default", default="--blockDim=64 --gridDim=4", help="the launch of other kernels")
    parser.add_argument("--launchproof", default=str(ROOT / "build/bin/launchproof"))
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--nvcc-options", default="")
    parser.add_argument("--arch", default="sm_80")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=int, default=10)
    parser.add_argument("--floor", type=float, default=0, help="percent of kernels that are to be decided")
    parser.add_argument("--quiet", action="store_true", help="print no line for each kernel")
    options = parser.parse_args()
    launches = json.loads(options.launches.read_text(encoding="utf-8")) if options.launches else {}
    verdicts, reasons, seen = collections.Counter(), collections.Counter(), set()
    not_compiled, asked = 0, []
    with tempfile.TemporaryDirectory() as name:
        for number, path in enumerate(files_of(options.paths)):
            ptx, error = (path, "") if path.suffix == ".ptx" else compiled(options, path, pathlib.Path(name), number)
            if ptx is None:
                not_compiled += 1
                if not options.quiet:
                    print(f"{path}: not compiled: {error}")
                continue
            for kernel in kernels_of(options, ptx):
                # Files that include others also contain the kernels of those files.
                if (path.parent, kernel) in seen and path.suffix == ".cu":
                    continue
                seen.add((path.parent, kernel))
                launch = shlex.split(launch_of(options, launches, path, kernel))
                asked.append((path, kernel, ["--entry", kernel, *launch, str(ptx)]))
        answers = answers_of(options, [line for _, _, line in asked])
    for (path, kernel, _), (verdict, reason) in zip(asked, answers):
        verdicts[verdict] += 1
        if verdict in ("unsupported", "unknown", "error"):
            reasons[f"{verdict}: {general(reason)}"] += 1
        if not options.quiet:
            print(f"{path}: {kernel}: {verdict}{': ' + reason if reason else ''}")
    total = sum(verdicts.values())
    if total == 0:
        print("no kernel was found")
        return 2
    read = total - verdicts["error"]
    understood = read - verdicts["unsupported"]
    decided = sum(verdicts[verdict] for verdict in DECIDED)
    print(f"{total} kernels, {not_compiled} files not compiled: {read} read, {understood} understood, {decided} decided")
    print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    for reason, count in reasons.most_common(12):
        print(f"  {count}  {reason}")
    return 0 if decided * 100 >= options.floor * total else 1


if __name__ == "__main__":
    sys.exit(main())
