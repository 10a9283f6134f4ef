#!/usr/bin/env python3
"""Which share of an application's processor time is the shim's, by samples (perf), while it is recorded.

    bench/shim_share.py [--build FOLDER] [--frequency N] [COMMAND...]

A sample counts as the shim's where a function of the shim is on its call stack, what the kernel does for it included, and what the
shim calls of the application's OpenCL (the call that it passes on, and what it asks about objects) is not above that. Unlike a
comparison of two runs (application_overhead.py) this does not depend on how often threads of the application find each other asleep,
which changes the processor time of some programs by a quarter from run to run. What the shim makes slower elsewhere (caches, locks) is
not seen.

Prints for each command its samples, those of the shim, the share with twice its standard error, and what most of them are in. Exit status: 0 when
every share is under 0.05, 1 when not. Commands that are not installed are left out.
"""
import argparse
import collections
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import application_overhead

LIMIT = 0.05
FRAME = re.compile(r"\s*[0-9a-f]+ (.*) \((.*)\)$")
SHIM = "liblaunchproof_shim"
PASSED_ON = re.compile(r"libpocl|libOpenCL|libLLVM|libclang")


def stacks(data):
    """Returns the call stacks of a recording, each a list of (function, library), innermost first."""
    script = subprocess.Popen(["perf", "script", "-i", data, "-F", "comm,tid,ip,sym,dso"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, errors="replace")
    frames, is_open = [], False
    for line in script.stdout:
        if not line.strip():
            if is_open:
                yield frames
            frames, is_open = [], False
        elif not is_open:
            is_open = True
        elif found := FRAME.match(line):
            frames.append((found[1], found[2]))
    if is_open:
        yield frames
    if script.wait() != 0:
        sys.exit("shim_share: `perf script` failed")


def function_of_shim(frames):
    """Returns the innermost function of the shim on whose behalf the sample was spent, or None."""
    for function, library in frames:
        if PASSED_ON.search(library):
            return None
        if SHIM in library:
            return re.sub(r"\(anonymous namespace\)::|launchproof::|<.*", "", function)
    return None


def measure(command, build, frequency):
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, HOME=folder, XDG_CACHE_HOME=f"{folder}/cache", POCL_CACHE_DIR=f"{folder}/pocl")
        os.mkdir(f"{folder}/pocl")
        recording = environment | {"OPENCL_LAYERS": f"{build}/lib/liblaunchproof_shim.so",
                                   "LAUNCHPROOF_CAPTURE": f"{folder}/run.lpcap"}
        subprocess.run(shlex.split(command), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(["perf", "record", "-F", str(frequency), "-e", "cpu-clock", "--call-graph", "dwarf,4096",
                        "-o", f"{folder}/samples", "--", *shlex.split(command)],
                       env=recording, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not os.path.exists(f"{folder}/run.lpcap/session.json"):
            sys.exit(f"shim_share: nothing was recorded of `{command}`")
        total, of_shim = 0, collections.Counter()
        for frames in stacks(f"{folder}/samples"):
            total += 1
            if function := function_of_shim(frames):
                of_shim[function] += 1
    if total == 0:
        sys.exit(f"shim_share: no samples of `{command}`; is perf allowed to take them (kernel.perf_event_paranoid)?")
    count = of_shim.total()
    share = count / total
    error = 2 * (share * (1 - share) / total) ** 0.5
    most = ", ".join(f"{function} {n}" for function, n in of_shim.most_common(3))
    print(f"{command[:44]:<44} {total:>7} {count:>6} {share:>7.4f} ±{error:.4f}  {most}", flush=True)
    return share


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=pathlib.Path(__file__).parent.parent / "build", type=pathlib.Path)
    parser.add_argument("--frequency", default=999, type=int, help="samples a second of processor time")
    parser.add_argument("commands", nargs="*", default=application_overhead.COMMANDS)
    arguments = parser.parse_args()
    if not shutil.which("perf"):
        sys.exit("shim_share: perf is not installed (Debian: linux-perf)")
    print(f"{'':<44} {'samples':>7} {'shim':>6} {'share':>7}")
    held = application_overhead.each(arguments.commands, LIMIT,
                                     lambda command: measure(command, arguments.build.resolve(), arguments.frequency))
    print(f"limit of {LIMIT}:", "held" if held else "NOT held")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
