#!/usr/bin/env python3
"""Compares what the shim adds to a launch with what Intel's OpenCL intercept layer adds when it logs calls.

    git clone https://github.com/intel/opencl-intercept-layer
    cmake -S opencl-intercept-layer -B layer -DCMAKE_BUILD_TYPE=Release -DENABLE_CLILOADER=OFF && cmake --build layer
    bench/intercept_layer.py layer/intercept [--build FOLDER]

Nanoseconds of processor time a launch, on a driver that does nothing; of each three runs the least. Exit status: 0 when the shim
adds at most a tenth of it to repeated launches, else 1.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

KINDS = {"repeated": 100_000, "distinct": 20_000}
LIMIT = 0.1  # what the other layer adds to a repeated launch
LOADER = "/usr/lib/x86_64-linux-gnu/libOpenCL.so.1"


def seconds(build, kind, number, more):
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, OCL_ICD_VENDORS=f"{build}/tests/stub_icd/", HOME=folder)
        for name in ("OPENCL_LAYERS", "LD_PRELOAD", "LAUNCHPROOF_CAPTURE"):
            environment.pop(name, None)
        environment |= {name: value.replace("FOLDER", folder) for name, value in more.items()}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([f"{build}/bin/launch_overhead", "--perform", kind, str(number)], env=environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if not more or any(pathlib.Path(folder).rglob("*")):
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        sys.exit(f"intercept_layer: nothing was recorded with {more}")


def nanoseconds(build, kind, number, more):
    """Returns the cost of one launch: the start of the process costs the same in a run with few launches."""
    few = number // 10
    return min((seconds(build, kind, number, more) - seconds(build, kind, few, more)) / (number - few) for _ in range(3)) * 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("layer", type=pathlib.Path, help="folder of the layer's libOpenCL.so")
    parser.add_argument("--build", default=pathlib.Path(__file__).parent.parent / "build", type=pathlib.Path)
    options = parser.parse_args()
    build = options.build.resolve()
    if not (options.layer / "libOpenCL.so.1").exists():
        sys.exit(f"intercept_layer: {options.layer} has no libOpenCL.so.1")
    ways = {"without": {},
            "layer": {"LD_LIBRARY_PATH": str(options.layer.resolve()), "CLI_DllName": LOADER, "CLI_CallLogging": "1",
                      "CLI_LogToFile": "1", "CLI_LogDir": "FOLDER"},
            "shim": {"OPENCL_LAYERS": f"{build}/lib/liblaunchproof_shim.so", "LAUNCHPROOF_CAPTURE": "FOLDER/run.lpcap"}}
    print(f"{'launches':<10}" + "".join(f"{way:>9}" for way in ways) + f"{'ratio':>8}")
    held = True
    for kind, number in KINDS.items():
        found = {way: nanoseconds(build, kind, number, more) for way, more in ways.items()}
        ratio = (found["shim"] - found["without"]) / (found["layer"] - found["without"])
        held = held and (kind != "repeated" or ratio <= LIMIT)
        print(f"{kind:<10}" + "".join(f"{value:9.0f}" for value in found.values()) + f"{ratio:8.3f}", flush=True)
    print("limit for repeated launches:", "held" if held else "NOT held")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
