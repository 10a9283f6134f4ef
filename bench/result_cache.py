#!/usr/bin/env python3
"""Time of launch classes that have not changed since an earlier run: a capture of many classes is verified anew, and then
with what that run kept. Counted is the whole run, reading the capture and writing the reports included.

Exit status: 0 when an unchanged class takes under 1 ms, 1 when not.
"""

import json
import pathlib
import sys
import tempfile

import measured

LIMIT_MILLISECONDS = 1.0
KERNELS = """
__kernel void safe(__global int *a, int n) { if (get_global_id(0) < n) a[get_global_id(0)] = n; }
__kernel void racy(__global int *a, int n) { a[(get_global_id(0) + n) / 2] = n + get_global_id(0); }
"""


def entry(kernel, number):
    return {"language": "OpenCL", "kernel_file": "k.cl", "entry_point": kernel, "endianness": "little", "local_size": [8],
            "global_size": [8 * (1 + number % 7)], "compiler_flags": "", "host_api_calls": [],
            "kernel_arguments": [{"type": "array", "size": 4096}, {"type": "scalar", "value": hex(number + 1)}]}


def main():
    options = measured.options_of(__doc__, classes=(1000, "launch classes, half of them defective"),
                                  rounds=(5, "runs with the cache, the fastest of which counts"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "k.cl").write_text(KERNELS, encoding="utf-8")
        launches = [entry(kernel, number) for number in range(options.classes // 2) for kernel in ("safe", "racy")]
        (folder / "list.json").write_text(json.dumps(launches), encoding="utf-8")
        program, capture = str(options.launchproof), folder / "many.lpcap"
        done, _, _ = measured.timed([program, "capture", "import", folder / "list.json", "-o", capture])
        if done.returncode != 0:
            sys.exit(f"capture import gives {done.returncode}: {done.stderr.strip()}")

        def verify(*more):
            done, wall, used = measured.timed([program, "verify", "-q", "-o", folder / "out", *more, capture])
            if done.returncode != 10:
                sys.exit(f"verify gives {done.returncode}: {done.stderr.strip()}")
            results = json.loads((folder / "out/results.json").read_text(encoding="utf-8"))["results"]
            return wall, used, sum(one["classes"] for one in results if one["cached"])

        cache = ("--cache", folder / "cache")
        anew, anew_used, _ = verify("--no-cache")
        filling, _, _ = verify(*cache)
        again = [verify(*cache) for _ in range(options.rounds)]
        used, wall, cached = min((used, wall, cached) for wall, used, cached in again)
        each = 1000 * used / options.classes
        print(f"{options.classes} classes: anew {anew:.2f} s ({anew_used:.2f} s of processor), filling the cache {filling:.2f} s, "
              f"{cached} of them from the cache {wall:.3f} s ({used:.3f} s)")
        print(f"an unchanged class: {each:.3f} ms of processor time ({1000 * wall / options.classes:.3f} ms by the clock), "
              f"limit {LIMIT_MILLISECONDS:g} ms; {measured.machine()}")
        return 0 if cached == options.classes and each < LIMIT_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
