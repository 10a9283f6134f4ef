#!/usr/bin/env python3
"""Time of a full build of the release preset in a new folder, without a compiler cache.

Exit status: 0 when the wall time, or what the processor time would take on two idle cores, is under six minutes; 1 when not.
"""

import os
import shutil
import sys
import tempfile

import measured

LIMIT_SECONDS = 360


def main():
    options = measured.options_of(__doc__.splitlines()[0], parallel=(os.cpu_count() or 2, "compilers at a time"))
    folder = tempfile.mkdtemp(prefix="launchproof-build-")
    environment = dict(os.environ, CCACHE_DISABLE="1")
    try:
        configured, configure_wall, _ = measured.timed(
            ["cmake", "-S", measured.ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"], env=environment)
        if configured.returncode != 0:
            sys.exit(configured.stderr)
        built, wall, used = measured.timed(["cmake", "--build", folder, "--parallel", options.parallel], env=environment)
        if built.returncode != 0:
            sys.exit(built.stdout[-4000:])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"machine: {measured.machine()}")
    print(f"configure {configure_wall:.0f} s, build {wall:.0f} s wall, {used:.0f} s of processor, "
          f"{used / 2:.0f} s on two idle cores")
    held = min(wall, used / 2) < LIMIT_SECONDS
    print(f"limit: under {LIMIT_SECONDS} s: {'held' if held else 'NOT held'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
