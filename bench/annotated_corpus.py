#!/usr/bin/env python3
"""Verifies a folder of annotated kernel files in one process and compares the verdicts with the files' own headers.

Line 1 of a file says what it expects, `//pass` or `//xfail:...`, line 2 has the launch and the options, as GPUVerify's
public suites do. Files whose name begins with `_` were left out of GPUVerify's studies and are counted apart. `--fresh N` also times N
of the files in a process of their own each.

Exit status: 0 when no file that is expected to fail is verified, 1 when one is.
"""

import argparse
import collections
import datetime
import json
import pathlib
import platform
import shlex
import statistics
import subprocess
import sys

import measured

AGREES = {"pass": {"verified"}, "fail": {"defect", "possible-defect"}}
WORST_FIRST = ["error", "defect", "possible-defect", "unsupported", "unknown", "verified"]


class File:
    def __init__(self, path, extra):
        self.path = path
        lines = path.read_text(errors="replace").splitlines()[:2] + ["", ""]
        expected = lines[0].removeprefix("//").strip().lower()
        self.expected = "pass" if expected == "pass" else "fail" if expected == "xfail:not_all_verified" else None
        options = lines[1].removeprefix("//").replace("${KERNEL_DIR}", str(path.parent))
        self.words = [*shlex.split(options), *extra, str(path)]
        self.is_left_out = path.name.startswith("_")
        self.verdict, self.why, self.seconds = "error", "no answer", 0.0

    def take(self, answer):
        results = answer["results"]
        self.seconds = answer["seconds"]
        verdicts = [result["verdict"] for result in results] or ["error"]
        self.verdict = min(verdicts, key=WORST_FIRST.index)
        for result in results:
            if result["verdict"] == self.verdict:
                counted = [finding["message"] for finding in result["findings"] if not finding["benign"]]
                self.why = (counted or [result["reason"]])[0]

    def agrees(self):
        return self.verdict in AGREES[self.expected]


def found(folders, extra):
    files = []
    for folder in folders:
        for path in sorted([*folder.rglob("*.cl"), *folder.rglob("*.cu")]):
            with path.open(errors="replace") as stream:
                if stream.readline().startswith("//"):
                    files.append(File(path, extra))
    return [file for file in files if file.expected is not None]


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"


def show(title, files):
    table = collections.Counter((file.expected, file.verdict) for file in files)
    print(f"\n{title}: {len(files)} files, {share(sum(file.agrees() for file in files), len(files))} as expected")
    for (expected, verdict), count in sorted(table.items()):
        print(f"  expected {expected:5} {verdict:16} {count}")
    decided = sum(file.verdict in ("verified", "defect") for file in files)
    print(f"  decided {share(decided, len(files))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--launchproof", type=pathlib.Path, default=measured.ROOT / "build/bin/launchproof")
    parser.add_argument("--timeout", type=int, default=30, help="seconds for one file")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only-requires", action="store_true", help="use preconditions and no other annotation")
    parser.add_argument("--engine", help="an engine alone; nothing is executed")
    parser.add_argument("--check-options", default="", metavar="TEXT", help="added to every check: --find-bugs, for instance")
    parser.add_argument("--fresh", type=int, default=0, metavar="N", help="also time N files in processes of their own")
    options = parser.parse_args()
    extra = ["--only-requires"] if options.only_requires else []
    if options.engine:
        extra += [f"--engine={options.engine}", "--no-replay"]
    extra += shlex.split(options.check_options)
    files = found(options.folders, extra)
    if not files:
        sys.exit("no file with a header in " + ", ".join(map(str, options.folders)))
    lines = "".join(shlex.join(file.words) + "\n" for file in files)
    done, wall, used = measured.timed([options.launchproof, "check", "-q", f"--jobs={options.jobs}", f"--timeout={options.timeout}",
                                       "--batch", "-"], input=lines)
    for answer in map(json.loads, done.stdout.splitlines()):
        files[answer["line"] - 1].take(answer)
    revision = subprocess.run(["git", "-C", str(measured.ROOT), "describe", "--always", "--dirty"], capture_output=True, text=True,
                              check=False).stdout.strip()
    print(f"{datetime.date.today()}, revision {revision}, {platform.machine()}, {options.jobs} workers, {options.timeout} s a file"
          + (", preconditions alone" if options.only_requires else "") + (f", {options.check_options}" if options.check_options else ""))
    show("Files of the studies", [file for file in files if not file.is_left_out])
    show("Files that the studies left out", [file for file in files if file.is_left_out])
    seconds = [file.seconds for file in files]
    print(f"\none process: {wall:.1f} s, {used:.1f} s of processor time, median {1000 * statistics.median(seconds):.1f} ms a file, "
          f"slowest {max(seconds):.1f} s")
    if options.fresh:
        step = max(1, len(files) // options.fresh)
        walls = [measured.timed([options.launchproof, "check", "-q", f"--timeout={options.timeout}", *file.words])[1]
                 for file in files[::step]]
        print(f"fresh process: median {1000 * statistics.median(walls):.0f} ms of {len(walls)} files")
    print()
    for file in files:
        if not file.agrees():
            print(f"differs: {file.path}: expected {file.expected}, found {file.verdict}: {file.why[:150]}")
    return 1 if any(file.expected == "fail" and file.verdict == "verified" for file in files) else 0


if __name__ == "__main__":
    sys.exit(main())
