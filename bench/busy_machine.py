#!/usr/bin/env python3
"""Runs the tests on a machine that others use: eight processes compute beside them.

No test may depend on how busy the machine is. Arguments after `--` go to ctest, for instance `-- -R smt`.

Exit status: that of ctest.
"""

import argparse
import os
import pathlib
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=8, help="that compute meanwhile")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="folder of a finished build")
    parser.add_argument("ctest", nargs="*", help="arguments of ctest")
    arguments = parser.parse_args()
    if not (arguments.build / "CTestTestfile.cmake").exists():
        parser.error(f"{arguments.build} holds no build; run scripts/test first, or name one with --build")
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(arguments.processes)]
    try:
        jobs = str(os.cpu_count() or 1)
        command = ["ctest", "--test-dir", str(arguments.build), "--output-on-failure", "-j", jobs, *arguments.ctest]
        return subprocess.run(command, check=False).returncode
    finally:
        for process in busy:
            process.send_signal(signal.SIGKILL)
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
