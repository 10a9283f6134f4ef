#!/usr/bin/env python3
"""Checks the fixes that `launchproof check` offers for the defects among the kernel cases and the examples.

Which kernels must get a fix follows from the cases themselves: edits.py tells the kind of a defect from its header and
from the edit between it and its verified sibling. fixes.txt lists the exceptions, and others that must not get a fix,
each with its reason. A fix has to remove the findings of the property that the case names. Each fix is applied here, from the JSON results, and the
changed kernel is checked again in a process of its own: it must be verified for the same launch where the fix says that
it removes everything, and else in the properties of the findings that the fix names. Exit status: 0 when all agree, 1
when some do not, 2 for wrong usage.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

from edits import KINDS, kind_of
from run_cases import REFUTED, SUFFIXES, Case

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
LIST = FOLDER / "fixes.txt"
# Launches of the examples as their host programs make them.
EXAMPLES = {
    "examples/reduction/defect.cl": "--global-size 4096 --local-size 256 --buffer in=16384 --buffer sums=64",
    "examples/stencil/defect.cl": "--global-size 1024 --local-size 128 --arg n=1000 --buffer signal=4000 --buffer smoothed=4000",
    "examples/divergent_barrier/defect.cl": "--global-size 512 --local-size 64 --arg n=480 --buffer in=1920 --buffer out=1920",
    "examples/local_cell/defect.cl": "--global-size 512 --local-size 64 --buffer out=2048",
    "examples/cuda/divergent_barrier_defect.cu": "--blockDim=128 --gridDim=8 --arg count=1000",
    "examples/cuda/missing_syncthreads_defect.cu": "--blockDim=256 --gridDim=8",
    "examples/cuda/missing_syncwarp_defect.cu": "--blockDim=128 --gridDim=8",
    "examples/cuda/tail_defect.cu": "--blockDim=256 --gridDim=4 --arg count=1000 --buffer numbers=4000",
}


def check_all(launchproof, kernels, *words):
    """Results of all kernels, [(file, launch)], in one process; None where there is no one result."""
    lines = "".join(f"{launch} {shlex.quote(str(path))}\n" for path, launch in kernels)
    done = subprocess.run([launchproof, "check", "--timeout=60", "--batch", "-", "--quiet", f"--jobs={os.cpu_count() or 2}", *words],
                          input=lines, capture_output=True, text=True, check=False)
    answers = {answer["line"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    results = [answers.get(number, {}).get("results", []) for number in range(1, len(kernels) + 1)]
    return [found[0] if len(found) == 1 else None for found in results]


def changed(text, edits):
    """The text with a fix's edits made, which are listed by line and apart from each other."""
    lines = text.splitlines(keepends=True)
    for edit in reversed(edits):
        at = edit["line"] - 1
        lines[at:at + edit["removed"]] = [line + "\n" for line in edit["inserted"]]
    return "".join(lines)


def exceptions():
    """The kernels of the list, each with the reason why it gets no fix."""
    entries = {}
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, reason = line.partition(": ")
            entries[name] = reason
    return entries


def name_of(path):
    return str(path.relative_to(ROOT))


def demanded(cases):
    """The kernels that must get a fix: a dictionary from their names to the kinds of their defects."""
    verified = collections.defaultdict(list)
    for case in cases:
        if case.expect == "verified" and "sibling" in case.keys:
            verified[case.path.parent / case.keys["sibling"]].append(case)
    kinds = {name_of(case.path): kind_of(case, verified[case.path]) for case in cases if case.expect in REFUTED}
    kinds.update(dict.fromkeys(EXAMPLES, "example"))
    return {name: kind for name, kind in kinds.items() if kind}


def settles(result, one):
    """Whether the fixes of a result remove all findings of a property; any property where it is None."""
    if not result or not result.get("fixes"):
        return False
    named = {identity for fix in result["fixes"] for identity in fix["findings"]}
    settled = {finding["property"] for finding in result["findings"] if finding["id"] in named}
    return all(fix["complete"] for fix in result["fixes"]) or one is None or one in settled


def unlisted_examples():
    """Examples with a defect that EXAMPLES leaves out."""
    return sorted(name_of(path) for path in (ROOT / "examples").glob("**/*defect*")
                  if path.suffix in SUFFIXES and name_of(path) not in EXAMPLES)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof", help="path of the launchproof program")
    parser.add_argument("--others", type=int, metavar="N", help="of the kernels that need not get a fix, check N that are drawn")
    parser.add_argument("filters", nargs="*", help="only kernels whose path contains one of these")
    options = parser.parse_args()
    if not os.access(options.launchproof, os.X_OK):
        print(f"{options.launchproof} is no program; build the target `launchproof` first", file=sys.stderr)
        return 2
    cases = [Case(path) for path in sorted(FOLDER.glob("*/**/*")) if path.suffix in SUFFIXES]
    kernels = [(case.path, case.keys["launch"]) for case in cases if case.expect in REFUTED]
    kernels += [(ROOT / name, launch) for name, launch in EXAMPLES.items()]
    kernels = [(path, launch) for path, launch in kernels
               if not options.filters or any(text in name_of(path) for text in options.filters)]
    kinds = demanded(cases)
    if options.others is not None:
        others = [kernel for kernel in kernels if name_of(kernel[0]) not in kinds and name_of(kernel[0]) not in exceptions()]
        drawn = random.Random(1).sample(others, min(options.others, len(others)))
        kernels = [kernel for kernel in kernels if kernel not in others or kernel in drawn]
    if not kernels:
        print("no kernel matches", file=sys.stderr)
        return 2
    properties = {name_of(case.path): case.property for case in cases}
    found = set()
    problems = [f"{name}: no launch of this example is listed" for name in unlisted_examples()]
    with tempfile.TemporaryDirectory() as scratch:
        again = []
        for (path, launch), result in zip(kernels, check_all(options.launchproof, kernels, "--fixes=on")):
            name = name_of(path)
            if not settles(result, None):
                continue
            if settles(result, properties.get(name)):
                found.add(name)
            for number, fix in enumerate(result["fixes"]):
                place = pathlib.Path(scratch) / f"{len(again)}-{number}{path.suffix}"
                place.write_text(changed(path.read_text(encoding="utf-8"), fix["edits"]), encoding="utf-8")
                # Files that the kernel includes are found from its own folder.
                again.append((place, f"{launch} -I {shlex.quote(str(path.parent))}", name, fix, result))
        checked = check_all(options.launchproof, [(place, launch) for place, launch, *_ in again], "--no-replay")
        for (_, _, name, fix, before), after in zip(again, checked):
            named = set(fix["findings"])
            wanted = {finding["property"] for finding in before["findings"] if finding["id"] in named}
            after = after or {"verdict": "no result", "properties": {}}
            if fix["complete"] and after["verdict"] != "verified":
                problems.append(f"{name}: the changed kernel is {after['verdict']} ({after.get('reason')}): {fix['title']}")
            for one in sorted(wanted):
                # Accesses to arrays whose size the launch does not give are not checked.
                causes = after.get("property_details", {}).get(one, {}).get("causes", [])
                lacks_sizes = any("size-not-known" in json.dumps(cause) for cause in causes)
                if after["properties"].get(one) != "verified" and not lacks_sizes:
                    problems.append(f"{name}: {one} of the changed kernel is {after['properties'].get(one)}: {fix['title']}")
    excepted = exceptions()
    defects = {name_of(case.path) for case in cases if case.expect in REFUTED}
    problems += [f"{name}: fixes.txt lists it, and it is no case with a defect" for name in sorted(excepted.keys() - defects)]
    shares = {kind: [0, 0] for kind in ("example", *KINDS, "other")}
    for path, _ in kernels:
        name = name_of(path)
        shares[kinds.get(name, "other")][0] += name in found
        shares[kinds.get(name, "other")][1] += 1
        if name in kinds and name not in found and name not in excepted:
            problems.append(f"{name}: gets no fix ({KINDS.get(kinds[name], kinds[name])})")
        if name in found and name in excepted:
            problems.append(f"{name}: gets a fix, and fixes.txt says that it gets none")
    for problem in problems:
        print(problem)
    for kind, (fixed, count) in shares.items():
        print(f"{KINDS.get(kind, kind)}: {fixed} of {count} get a fix")
    print(f"{len(found)} of {len(kernels)} kernels get a fix; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
