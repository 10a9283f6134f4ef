#!/usr/bin/env python3
"""What recording adds to whole applications: each runs with and without the shim in turns, after one run of each that fills caches.

    bench/application_overhead.py [--rounds N] [--build FOLDER] [COMMAND...]

Prints processor time (user and system, of the fastest round) and wall time (fastest), and the ratio of each. Exit status: 0 when
every ratio of processor time is under 1.05, 1 when not. Commands that are not installed are left out.
"""
import argparse
import os
import pathlib
import shlex
import shutil
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
        for _ in range(rounds + 1):
            without.append(Run(command, plain))
            shutil.rmtree(capture, ignore_errors=True)
            with_shim.append(Run(command, recording))
            if not os.path.exists(f"{capture}/session.json"):
                sys.exit(f"application_overhead: nothing was recorded of `{command}`")
    def fastest(runs, kind):
        return min(getattr(run, kind) for run in runs[1:])
    figures = [fastest(runs, kind) for kind in ("processor", "wall") for runs in (without, with_shim)]
    ratio = figures[1] / figures[0]
    print(f"{command[:44]:<44} {figures[0]:>9.3f} {figures[1]:>9.3f} {ratio:>6.3f}   {figures[2]:>9.3f} {figures[3]:>9.3f} "
          f"{figures[3] / figures[2]:>6.3f}", flush=True)
    return ratio


def each(commands, limit, measure):
    """Whether `measure` of each of these commands that is installed is under the limit."""
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
    print(f"{'seconds':<44} {'processor':>9} {'with':>9} {'ratio':>6}   {'wall':>9} {'with':>9} {'ratio':>6}")
    held = each(arguments.commands, LIMIT, lambda command: compare(command, arguments.build.resolve(), arguments.rounds))
    print(f"limit of {LIMIT} for processor time:", "held" if held else "NOT held")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
