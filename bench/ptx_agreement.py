#!/usr/bin/env python3
"""Compiles CUDA kernel files to PTX and compares the verdicts of the PTX with those of the source.

A FILE is a kernel case (docs/kernel-cases.md) or has a launch in its second line, as GPUVerify's public suites do; a folder
stands for its `.cu` files. The compiler is nvcc where it is installed, or Clang 19, which needs no toolkit and takes the files that
`bench/ptx/clang_cuda.h` declares enough for. A kernel agrees when both verdicts are equal, or when both say that there is a defect.

Exit status: 0 when no kernel is `verified` from PTX and a defect from source and at least --floor percent agree, else 1.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFECTS = {"defect", "possible-defect"}
DECIDED = {"verified", *DEFECTS}
WITH_NAMES = {"--arg", "--buffer", "--contents", "--access"}
FOR_COMPILERS = ("-D", "-I", "-std", "--std", "--fmad", "-fmad", "-use_fast_math", "--use_fast_math")
# GPUVerify's annotations, which are lost in PTX.
ANNOTATIONS = ["requires", "ensures", "assume", "assert", "invariant", "global_invariant", "global_assert", "candidate_invariant",
               "function_wide_invariant", "function_wide_candidate_invariant", "barrier_invariant", "barrier_invariant_1",
               "barrier_invariant_2"]


class File:
    """A kernel file with its launch, and the verdicts of its kernels by name."""

    def __init__(self, path, words):
        self.path = path
        self.words = words
        self.source, self.ptx = {}, {}
        self.note = ""
        self.assembly = None

    def option_words(self, kept):
        return [word for word in self.words if kept(word)]


def launch_of(path):
    """Returns the words of the launch in the file's header, or None."""
    lines = path.read_text(errors="replace").splitlines()[:12]
    for line in lines:
        if line.startswith("// launch: "):
            return shlex.split(line.removeprefix("// launch: "))
    if len(lines) > 1 and lines[0].startswith("//") and lines[1].startswith("//--"):
        return shlex.split(lines[1].removeprefix("//").replace("${KERNEL_DIR}", str(path.parent)))
    return None


def found(paths):
    files = []
    for path in paths:
        for file in [path] if path.is_file() else sorted(path.rglob("*.cu")):
            words = launch_of(file)
            if words is not None:
                files.append(File(file.resolve(), words))
    return files


def batch(options, lines):
    """Returns the answers of one process to lines with options and a file each, by the line's number from
    0."""
    command = [options.launchproof, "check", "--batch", "-", "--quiet", f"--jobs={options.jobs}", f"--timeout={options.timeout}"]
    done = subprocess.run(command, input="".join(shlex.join(line) + "\n" for line in lines), capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return {answer["line"] - 1: answer for answer in answers}


def verdicts(answer):
    if answer is None:
        return {"": ("error", "no answer")}
    if answer.get("error"):
        return {"": ("error", answer["error"])}
    result = {}
    for one in answer["results"]:
        reasons = [finding["message"] for finding in one["findings"] if not finding["benign"]] or [one["reason"]]
        result[one["kernel"]] = (one["verdict"], reasons[0])
    return result


def parameters(options, file):
    """Returns, for each kernel, the numbers of its parameters by name, as the source declares them."""
    command = [options.launchproof, "check", "--dump-model", str(file.path), *file.option_words(lambda word: word.startswith(FOR_COMPILERS))]
    text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    names = {}
    for number, name in re.findall(r"^  parameter (\d+) (\S+): ", text, re.MULTILINE):
        names.setdefault(name, number)
    return names


def add_required_values(options, file):
    """Adds arguments for which the source requires a number, since PTX has no annotations."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.path.read_text(errors="replace"))
    required = re.findall(r"__requires\(\s*(\w+)\s*==\s*(\d+(?:\s*\*\s*\d+)*)\s*\)", text)
    names = parameters(options, file) if required else {}
    for name, value in dict(required).items():
        if name in names and not any(word.startswith(f"{name}=") or f"={name}=" in word for word in file.words):
            file.words += ["--arg", f"{name}={math.prod(map(int, value.split('*')))}"]


def split_options(words):
    """Returns pairs of an option and its value, however they are joined."""
    pairs, i = [], 0
    while i < len(words):
        word = words[i]
        if word in WITH_NAMES | {"--local"} and i + 1 < len(words):
            pairs.append((word, words[i + 1]))
            i += 1
        elif word.startswith("--") and "=" in word and word.split("=", 1)[0] in WITH_NAMES | {"--local"}:
            pairs.append(tuple(word.split("=", 1)))
        else:
            pairs.append((word, None))
        i += 1
    return pairs


def launch_for_ptx(options, file):
    """Returns the launch with numbers in place of names, or None if a name is that of a field."""
    names, words = None, []
    for option, value in split_options(file.words):
        if value is None:
            if not option.startswith(FOR_COMPILERS):
                words.append(option)
            continue
        name, rest = value.split("=", 1)
        if option == "--local":
            words.append("--dynamic-shared=" + rest)
            continue
        if names is None:
            names = parameters(options, file)
        if name not in names or "." in name or "[" in name:
            return None
        words.append(f"{option}={names[name]}={rest}")
    return words


def compiler_command(options, file, target, level, include):
    preprocessor = file.option_words(lambda word: word.startswith(FOR_COMPILERS))
    if options.compiler == "nvcc":
        generators = ["-include", "curand_kernel.h"] if "curandState" in file.path.read_text(errors="replace") else []
        return ["nvcc", "-ptx", "-arch=sm_80", "-lineinfo", f"-{level}", "-w", "-include", include, *generators, *preprocessor, "-o", target, str(file.path)]
    return [options.clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib", "--cuda-feature=+ptx70", f"-{level}", "-w",
            "-gline-tables-only", "-include", include, "-include", str(ROOT / "bench/ptx/clang_cuda.h"), *preprocessor, "-S", "-o", target, str(file.path)]


def compile_file(options, file, folder, number, level):
    target = str(folder / f"{number}-{file.path.stem}.ptx")
    done = subprocess.run(compiler_command(options, file, target, level, str(folder / "annotations.h")), capture_output=True, text=True,
                          check=False)
    if done.returncode == 0 and os.path.exists(target):
        return target
    errors = [line for line in (done.stderr + done.stdout).splitlines() if "error" in line] or ["no message"]
    file.note = "does not compile: " + errors[0][:140]
    return None


def compare(options, files, level):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        include = "#pragma once\n" + "".join(f"#define __{word}(...)\n" for word in ANNOTATIONS)
        if options.compiler == "nvcc":
            include = "#include <cuda_runtime.h>\n#include <assert.h>\n#include <math_constants.h>\n" + include.replace("#define __assert(...)\n", "")
        (folder / "annotations.h").write_text(include)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            jobs = [pool.submit(compile_file, options, file, folder, number, level) for number, file in enumerate(files)]
            for file, job in zip(files, jobs):
                file.assembly = job.result()
        compiled = [file for file in files if file.assembly]
        lines = {}
        for file in compiled:
            add_required_values(options, file)
            words = launch_for_ptx(options, file)
            if words is None:
                file.note = "its launch names fields of a structure"
            else:
                lines[file] = [*words, file.assembly]
        sources = batch(options, [[*file.words, str(file.path)] for file in lines])
        from_ptx = batch(options, list(lines.values()))
        for number, file in enumerate(lines):
            file.source = verdicts(sources.get(number))
            file.ptx = verdicts(from_ptx.get(number))
        if options.keep:
            shutil.copytree(folder, options.keep, dirs_exist_ok=True)


def agree(one, other):
    return one == other or {one, other} <= DEFECTS


def print_comparison(options, files, explained):
    counts, kernels, wrong = collections.Counter(), 0, 0
    for file in files:
        if file.note:
            counts["left out"] += 1
            if options.verbose:
                print(f"{file.path.name}: left out: {file.note}")
            continue
        for kernel, (verdict, reason) in sorted(file.source.items()):
            found_verdict, found_reason = file.ptx.get(kernel, ("missing", "no kernel of this name"))
            kernels += 1
            counts["decided from source"] += verdict in DECIDED
            counts["decided from PTX"] += found_verdict in DECIDED
            counts["unsupported from PTX"] += found_verdict == "unsupported"
            if agree(verdict, found_verdict):
                counts["agree"] += 1
                continue
            if file.path.name in explained:
                counts["explained"] += 1
                print(f"{file.path.name}: {kernel}: source {verdict}, PTX {found_verdict}: {explained[file.path.name]}")
                continue
            wrong += found_verdict == "verified" and verdict in DEFECTS
            print(f"{file.path.name}: {kernel}: source {verdict}, PTX {found_verdict}")
            print(f"    source: {reason[:200]}\n    PTX:    {found_reason[:200]}")
    share = 100 * (counts["agree"] + counts["explained"]) / max(kernels, 1)
    print(f"{counts['agree']} of {kernels} kernels agree, {counts['explained']} differ for a known reason ({share:.0f} %); decided: {counts['decided from source']} from source, "
          f"{counts['decided from PTX']} from PTX, {counts['unsupported from PTX']} are unsupported; {counts['left out']} files were left out")
    return share, wrong, kernels


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--compiler", choices=["nvcc", "clang"], help="default: nvcc where it is installed")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--level", default="O3", help="of optimisation")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--floor", type=float, default=0, metavar="PERCENT", help="fails where fewer agree")
    parser.add_argument("--least", type=int, default=0, metavar="N", help="fails where fewer kernels are compared")
    parser.add_argument("--explained", type=pathlib.Path, metavar="FILE",
                        help="lines `NAME: reason` about kernel files whose PTX has another verdict for a good reason")
    parser.add_argument("--draw", type=int, metavar="N", help="compare so many of the files, always the same ones")
    parser.add_argument("--keep", metavar="FOLDER", help="leave the PTX there")
    parser.add_argument("--verbose", action="store_true", help="also say why files were left out")
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    if options.compiler is None:
        options.compiler = "nvcc" if shutil.which("nvcc") else "clang"
    if shutil.which(options.compiler if options.compiler == "nvcc" else options.clang) is None:
        print(f"{options.compiler} is not installed; nothing is compared")
        return 0
    files = found(options.files)
    if options.draw is not None:
        files = sorted(random.Random(1).sample(files, min(options.draw, len(files))), key=lambda file: file.path)
    explained = {}
    if options.explained:
        lines = [line.split(": ", 1) for line in options.explained.read_text().splitlines() if not line.startswith("#")]
        explained = {name: reason.strip() for name, reason in lines}
    compare(options, files, options.level)
    share, wrong, kernels = print_comparison(options, files, explained)
    if wrong:
        print(f"{wrong} kernels are verified from PTX and a defect from source")
    if kernels < options.least:
        print(f"fewer than {options.least} kernels were compared")
    return 1 if wrong or share < options.floor or kernels < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
