#!/usr/bin/env python3
"""Counts the instructions that the shim adds to a launch, with valgrind's callgrind: the load of the machine does not matter.

    bench/launch_instructions.py [--build FOLDER]

Exit status: 0 when the limits held, 1 when not, 77 when valgrind is missing.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# For each kind of launch: how many are counted, and the most instructions that the shim may add to one. An
# alternating launch is two API calls, because an argument is set before it. A fresh launch is 49 calls: its
# kernel and fourteen buffers are created, seventeen arguments are set, and all of these objects are waited
# for and released.
KINDS = {"repeated": (2000, 1500), "alternating": (2000, 3000), "distinct": (500, 40000), "fresh": (500, 80000)}
# CUDA launches are counted in the same way, on the tests' stub driver instead of a GPU.
CUDA_KINDS = {"repeated": (2000, 1500), "distinct": (500, 40000)}


def counted(build, kind, number, capture):
    """Returns the instructions of one launch, in user mode."""
    environment = dict(os.environ, OCL_ICD_VENDORS=f"{build}/tests/stub_icd/")
    for name in ("OPENCL_LAYERS", "LD_PRELOAD", "LAUNCHPROOF_CAPTURE"):
        environment.pop(name, None)
    if capture:
        environment |= {"OPENCL_LAYERS": f"{build}/lib/liblaunchproof_shim.so", "LAUNCHPROOF_CAPTURE": capture}
    return collected([f"{build}/bin/launch_overhead", "--perform", kind, str(number)], environment) / number


def counted_cuda(build, kind, number, capture):
    """Returns the same for a CUDA launch."""
    environment = dict(os.environ)
    stub = f"{build}/tests/stub_cuda/libcuda.so.1"
    environment |= {"LD_PRELOAD": stub, "LAUNCHPROOF_CAPTURE": ""}
    if capture:
        environment |= {"LD_PRELOAD": f"{build}/lib/cuda-forwarding/libcuda.so.1", "LAUNCHPROOF_CUDA_DRIVER": stub, "LAUNCHPROOF_CAPTURE": capture}
    return collected([f"{build}/tests/apps/app_cuda_forwarded", kind, str(number)], environment) / number


def collected(program, environment):
    """Returns the instructions in the functions of a program that are counted."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=launchproof_counted"]
    ran = subprocess.run([*command, *program], env=environment, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode != 0 or not found or int(found[1]) == 0:
        sys.exit(f"launch_instructions: valgrind failed:\n{ran.stderr}")
    return int(found[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=pathlib.Path(__file__).parent.parent / "build", type=pathlib.Path)
    build = parser.parse_args().build.resolve()
    if not shutil.which("valgrind"):
        print("launch_instructions: valgrind is not installed")
        return 77
    held = True
    print(f"{'launches':<14} {'number':>7} {'without':>9} {'with':>9} {'added':>9} {'limit':>7}")
    rows = [(kind, kind, counted, *most) for kind, most in KINDS.items()]
    rows += [(f"CUDA {kind}", kind, counted_cuda, *most) for kind, most in CUDA_KINDS.items()]
    for name, kind, count, number, limit in rows:
        with tempfile.TemporaryDirectory() as folder:
            plain = count(build, kind, number, None)
            shimmed = count(build, kind, number, f"{folder}/run.lpcap")
            if not os.path.exists(f"{folder}/run.lpcap/session.json"):
                sys.exit("launch_instructions: nothing was recorded")
        added = shimmed - plain
        held = held and added < limit
        print(f"{name:<14} {number:>7} {plain:>9.0f} {shimmed:>9.0f} {added:>9.0f} {limit:>7}")
    print("limits:", "held" if held else "NOT held")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
