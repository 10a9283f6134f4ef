"""Helpers that the benchmark scripts share: running the program under test, percentiles, tables."""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import time

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # measurements must not use results of earlier runs

ROOT = pathlib.Path(__file__).resolve().parent.parent


def options_of(description, **more):
    """Parses the command line: --launchproof, and the integers in `more` with their defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--launchproof", type=pathlib.Path, default=ROOT / "build/bin/launchproof",
                        help="path of the launchproof program")
    for name, (default, meaning) in more.items():
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"{meaning} (default: {default})")
    options = parser.parse_args()
    options.launchproof = options.launchproof.resolve()
    if not os.access(options.launchproof, os.X_OK):
        sys.exit(f"{options.launchproof} is not a program; build the target `launchproof` first")
    return options


def children_seconds():
    """Returns the processor seconds of all children that have ended, including the kernel's share."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(command, **how):
    """Returns the ended process, its wall seconds, and the processor seconds of it and its children."""
    before, begin = children_seconds(), time.monotonic()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace",
                          check=False, **how)
    return done, time.monotonic() - begin, children_seconds() - before


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(seconds):
    """Returns the median, 90th percentile and maximum of seconds, in milliseconds."""
    cells = (percentile(seconds, 0.5), percentile(seconds, 0.9), max(seconds))
    return " ".join(f"{1000 * value:9.1f}" for value in cells)


def machine():
    """Describes the machine in one line, and how busy it is: figures from a shared machine are not
    reliable."""
    model = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), "unknown processor")
    return f"{os.cpu_count()} cores, {model}, load {os.getloadavg()[0]:.1f}"
