#!/usr/bin/env python3
"""Kernels whose accesses lie at places that a prefix sum gives: what is verified, and how fast.

    bench/prefix_sums.py --launchproof build/bin/launchproof --sizes 64,256

Each kernel of tests/kernels/prefix_sums that is to be verified is judged in groups of each size, and its sibling, which
must be refuted. Prints a table in Markdown; the exit status is 1 where a verdict is another one."""

import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent.parent / "tests" / "kernels" / "prefix_sums"


def header(text):
    return dict(re.findall(r"^// ([\w-]+): (.*)$", text, re.MULTILINE))


def grown(text, size):
    """Arrays and buffers of the file are those of groups of 8."""
    larger = lambda match: match[1] + str(int(match[2]) * size // 8)
    return re.sub(r"(__shared__ unsigned \w+\[|local uint \w+\[)(\d+)", larger, text)


def run(arguments, name, size):
    text = (FOLDER / name).read_text()
    launch = header(text)["launch"].replace('"', "").split()
    if "*" not in launch:
        launch = [str(size) if word == "8" else word for word in launch]
        launch = [re.sub(r"^((?:out|in)=)(\d+)$", lambda found: found[1] + str(int(found[2]) * size // 8), word)
                  for word in launch]
    with tempfile.TemporaryDirectory() as folder:
        kernel = pathlib.Path(folder) / name
        kernel.write_text(grown(text, size))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([arguments.launchproof, "check", "--no-cache", *launch, str(kernel)],
                              capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {0: "verified", 10: "refuted"}.get(done.returncode, "open"), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--sizes", default="64,256", help="local sizes, by commas")
    arguments = parser.parse_args()
    is_wrong = False
    print("| kernel | work-items | verdict | seconds | sibling |\n|---|---|---|---|---|")
    for path in sorted(FOLDER.iterdir()):
        facts = header(path.read_text())
        if facts["expect"] != "verified":
            continue
        is_any = "*" in facts["launch"]
        for size in [8] if is_any else [int(one) for one in arguments.sizes.split(",")]:
            verdict, seconds = run(arguments, path.name, size)
            sibling, _ = run(arguments, facts["sibling"], size)
            is_wrong |= verdict != "verified" or sibling != "refuted"
            count = "any power of two" if is_any else str(size)
            print(f"| `{path.name}` | {count} | {verdict} | {seconds:.2f} | {sibling} |", flush=True)
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
