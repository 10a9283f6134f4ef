#!/usr/bin/env python3
"""Time to verify a launch class: the examples' classes and the kernel cases, each set in one process; and a fresh
process for each of some kernel cases. One worker, so that classes do not share the processor with each other.

Exit status: 0 when every class of the examples takes under 50 ms, 1 when not.
"""

import json
import os
import pathlib
import shlex
import shutil
import sys
import tempfile

import measured

sys.path.insert(0, str(measured.ROOT / "tests/kernels"))
import run_cases  # noqa: E402  (the case files' headers are read in one place)

LIMIT_SECONDS = 0.050


def example_seconds(options, folder):
    """Records the examples into one capture, and verifies its classes in one process, round after round.
    Returns for each class its fastest time, which is least disturbed by other load, and the processor
    time of all."""
    programs = sorted(path for path in (options.launchproof.parent / "examples").iterdir() if os.access(path, os.X_OK))
    environment = dict(os.environ, HOME=str(folder), POCL_CACHE_DIR=str(folder / "pocl"))
    capture = folder / "examples.lpcap"
    script = "; ".join(shlex.quote(str(program)) for program in programs) + "; true"
    measured.timed([options.launchproof, "record", "-q", "-o", capture, "--", "/bin/sh", "-c", script], env=environment,
                   cwd=folder)
    best, processor = {}, float("inf")
    for _ in range(options.rounds):
        out = folder / "out"
        done, _, used = measured.timed([options.launchproof, "verify", "-q", "--jobs=1", "-o", out, capture])
        if done.returncode not in (0, 10):
            sys.exit(f"verify gives {done.returncode}: {done.stderr.strip()}")
        processor = min(processor, used)
        for result in json.loads((out / "results.json").read_text(encoding="utf-8"))["results"]:
            key = (result["kernel"], result["launch"], result["verdict"])
            best[key] = min(best.get(key, float("inf")), result["seconds"])
    return best, processor


def case_seconds(options, cases):
    """Verifies all cases in one process; returns the time of each case."""
    lines = "".join(f"{case.keys['launch']} {shlex.quote(str(case.path))}\n" for case in cases)
    best = {}
    for _ in range(options.rounds):
        done, wall, used = measured.timed([options.launchproof, "check", "-q", "--jobs=1", "--batch", "-"], input=lines)
        for answer in map(json.loads, done.stdout.splitlines()):
            best[answer["line"]] = min(best.get(answer["line"], float("inf")), answer["seconds"])
    return best, wall, used


def fresh_seconds(options, cases):
    """Runs a process for each case; returns its wall time, including start, worker and terminal reports."""
    walls, used = [], []
    for case in cases:
        _, wall, processor = measured.timed([options.launchproof, "check", *shlex.split(case.keys["launch"]), case.path])
        walls.append(wall)
        used.append(processor)
    return walls, used


def main():
    options = measured.options_of(__doc__.splitlines()[0], rounds=(5, "rounds; the fastest time of a class counts"),
                                  fresh=(40, "kernel cases that get a process of their own"))
    cases = [run_cases.Case(path) for path in sorted((measured.ROOT / "tests/kernels").glob("*/**/*.cl"))]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="launchproof-bench-"))
    try:
        examples, processor_of_examples = example_seconds(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if not examples:
        sys.exit("the examples launched nothing: is an OpenCL platform installed (pocl-opencl-icd)?")
    by_case, wall, used = case_seconds(options, cases)
    walls, processor = fresh_seconds(options, cases[::max(1, len(cases) // options.fresh)])
    print(f"machine: {measured.machine()}")
    print(f"{'milliseconds':34} {'number':>6} {'median':>9} {'p90':>9} {'max':>9}")
    for name, seconds in (("examples, a class, one process", list(examples.values())),
                          ("kernel cases, a class, one process", list(by_case.values())),
                          ("kernel cases, a fresh process, wall", walls),
                          ("kernel cases, a fresh process, cpu", processor)):
        print(f"{name:34} {len(seconds):6} {measured.spread(seconds)}")
    print(f"all examples in one process: {1000 * processor_of_examples:.0f} ms of processor, start and reports included, "
          f"{1000 * processor_of_examples / len(examples):.1f} ms a class")
    print(f"all kernel cases in one process: {wall:.1f} s wall, {used:.1f} s of processor, "
          f"{1000 * used / len(by_case):.1f} ms a case")
    print(f"ratio of medians, a fresh process to a class in one process: "
          f"{measured.percentile(walls, 0.5) / measured.percentile(list(by_case.values()), 0.5):.1f}")
    slow = {key: seconds for key, seconds in examples.items() if seconds >= LIMIT_SECONDS}
    for (kernel, launch, verdict), seconds in sorted(slow.items(), key=lambda item: -item[1]):
        print(f"slow example: {1000 * seconds:.1f} ms, {kernel} ({verdict}), {launch}")
    print(f"limit: every class of the examples under {1000 * LIMIT_SECONDS:.0f} ms: {'NOT held' if slow else 'held'}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
