#!/usr/bin/env python3
"""Measures the overhead of recording whole applications: each runs with and without the shim in turns, after
one run of each that fills caches.

    bench/application_overhead.py [--rounds N] [--build FOLDER] [COMMAND...]

Prints the median round's wall time and processor time (user and system) without it, how many times that a
run with it takes (of one round both; the median of the rounds, the least and the most), and the ratio of
the fastest of each. The slow-down is of wall time, what a user waits longer; processor time says besides
what other work on the machine has less of. Exit status: 0 when every median of wall time is under 1.05, 1
when not. Commands that are not installed are left out.
"""
import argparse
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

FILTER = ("ffmpeg -v error -init_hw_device opencl=ocl:0.0 -filter_hw_device ocl -f lavfi -i testsrc=s=640x360:d=4:r=25 "
          "-vf format=yuv420p,hwupload,avgblur_opencl=3,hwdownload,format=yuv420p -f framemd5 -")
COMMANDS = ["clpeak --kernel-latency", "clblast_test_xim2col", "clblast_test_xdot -platform 0 -device 0", FILTER]
LIMIT = 1.05


class Run:
    def __init__(self, command, environment):
        before, begin = os.times(), time.monotonic()
        subprocess.run(shlex.split(command), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wall = time.monotonic() - begin
        after = os.times()
        self.processor = after.children_user + after.children_system - before.children_user - before.children_system


def compare(command, build, rounds):
    with tempfile.TemporaryDirectory() as folder:
        plain = dict(os.environ, HOME=folder, XDG_CACHE_HOME=f"{folder}/cache", POCL_CACHE_DIR=f"{folder}/pocl")
        os.mkdir(f"{folder}/pocl")
        capture = f"{folder}/run.lpcap"
        recording = plain | {"OPENCL_LAYERS": f"{build}/lib/liblaunchproof_shim.so", "LAUNCHPROOF_CAPTURE": capture}
        without, with_shim = [], []
        for number in range(rounds + 1):
            shutil.rmtree(capture, ignore_errors=True)
            for recorded in (False, True) if number % 2 == 0 else (True, False):  # neither always has the other's warm caches
                (with_shim if recorded else without).append(Run(command, recording if recorded else plain))
            if not os.path.exists(f"{capture}/session.json"):
                sys.exit(f"application_overhead: nothing was recorded of `{command}`")
    text, medians = "", {}
    for kind in ("wall", "processor"):
        pairs = [(getattr(plain, kind), getattr(other, kind)) for plain, other in zip(without[1:], with_shim[1:])]
        ratios = sorted(other / plain for plain, other in pairs)
        medians[kind] = statistics.median(ratios)
        fastest = min(other for _, other in pairs) / min(plain for plain, _ in pairs)
        text += (f" {statistics.median(plain for plain, _ in pairs):>9.3f} {medians[kind]:>6.3f}  {ratios[0]:.3f}-{ratios[-1]:.3f} {fastest:>7.3f}")
    print(f"{command[:44]:<44}{text}", flush=True)
    return medians["wall"]


def each(commands, limit, measure):
    """Returns whether `measure` of each of these commands that is installed is under the limit."""
    held = True
    for command in commands:
        if shutil.which(shlex.split(command)[0]):
            held = measure(command) < limit and held
        else:
            print(f"{command:<44} not installed")
    return held


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=pathlib.Path(__file__).parent.parent / "build", type=pathlib.Path)
    parser.add_argument("--rounds", default=5, type=int)
    parser.add_argument("commands", nargs="*", default=COMMANDS)
    arguments = parser.parse_args()
    kinds = "".join(f" {kind:>9} {'median':>6} {'of rounds':>12} {'fastest':>7}" for kind in ("wall", "processor"))
    print(f"{'seconds without, and how many times that with':<44}{kinds}")
    held = each(arguments.commands, LIMIT, lambda command: compare(command, arguments.build.resolve(), arguments.rounds))
    print(f"limit of {LIMIT} for wall time:", "held" if held else "NOT held")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
