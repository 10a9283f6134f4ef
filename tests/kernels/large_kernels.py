#!/usr/bin/env python3
"""Gives `launchproof check` kernels of ten thousand lines and of a thousand accesses in one barrier interval.

Each must get its verdict within the time that is given, with no worker lost. Exit status: 0 when all do, else 1.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # measurements must not use results of earlier runs

LAUNCH = ["--local-size", "64", "--num-groups", "4"]


def repeated(count, line):
    return "\n".join(line.format(k=k) for k in range(count))


def accesses(count, line, parameters="__global int *out"):
    return f"__kernel void large({parameters}) {{\n  int i = get_global_id(0);\n{repeated(count, line)}\n}}\n"


def chain(start, line, parameters):
    body = repeated(9990, line)
    return (f"__kernel void large({parameters}) {{\n  int i = get_global_id(0);\n  {start}\n{body}\n"
            "  out[i] = x;\n}\n")


# name, expected verdict, seconds, more options, source
KERNELS = [
    ("sites", "verified", 10, [], accesses(1000, "  out[i * 1000 + {k}] = i;")),
    ("sites_meet", "defect", 10, [], accesses(1000, "  out[i * 999 + {k}] = i;")),
    ("sites_guarded", "verified", 10, ["--arg", "n=200"],
     accesses(1000, "  if (i + {k} < n) out[i * 1000 + {k}] = i;", "__global int *out, int n")),
    ("sites_guarded_meet", "defect", 10, ["--arg", "n=200"],
     accesses(1000, "  if (i + {k} < n) out[i * 150 + {k}] = i;", "__global int *out, int n")),
    ("loops", "verified", 10, [],
     accesses(50, "  for (int j = 0; j < 10; j++) out[i * 500 + {k} * 10 + j] = i;")),
    ("loops_meet", "defect", 10, [],
     accesses(50, "  for (int j = 0; j < 11; j++) out[i * 500 + {k} * 10 + j] = i;")),
    ("lines", "verified", 20, [],
     chain("float x = in[i];", "  x = x * {k} + in[{k}];", "__global float *out, __global const float *in")),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launchproof", required=True)
    launchproof = parser.parse_args().launchproof
    failed = 0
    for name, expected, seconds, options, source in KERNELS:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / f"{name}.cl"
            path.write_text(source, encoding="utf-8")
            done = subprocess.run([launchproof, "check", *LAUNCH, *options, "--timeout", str(seconds),
                                   "--format=json", str(path)],
                                  capture_output=True, text=True, timeout=4 * seconds + 60, check=False)
        result = json.loads(done.stdout)["results"][0]
        if result["verdict"] != expected:
            failed += 1
            print(f"{name}: expected {expected}, found {result['verdict']} ({result.get('reason', '')})")
    print(f"{len(KERNELS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
