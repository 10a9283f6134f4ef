#!/usr/bin/env python3
"""Runs the kernel cases that speak of contracts with the two-thread engine, calls inlined and by contract, and compares the
verdicts. What a contract does not say may be lost by contract: those cases are listed here with what they lack.

Exit status: 0 when all verdicts agree that should, 1 when some do not, 2 for wrong usage.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

import run_cases

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")

CONTRACT = re.compile(r"__(global_)?(requires|ensures)\(")
FUNCTION = re.compile(r"^(?!.*__kernel)\w[\w \t*]*\b\w+\([^;]*\{", re.MULTILINE)

# The verdict by contract alone, where it differs.
WEAKER = {
    "annotations/preconditions/requires_of_callee.cl": "possible-defect",  # nothing says that the function stays in its array
    "modular/in_bounds_no_more.cl": "possible-defect",  # the contract allows what no call does
    "modular/relied_on_too_much.cl": "possible-defect",  # likewise
    "modular/requires_nothing_true.cl": "error",  # contradictions are told of procedures
}


def has_contract_of_function(text):
    """Some function that is no kernel has one at its start."""
    for match in FUNCTION.finditer(text):
        head = text[match.end():].split("}", 1)[0]
        if CONTRACT.search(head):
            return True
    return False


def verdicts(cases, options, words):
    """Of each case the verdict of each property."""
    def launch(case):
        return [word for word in shlex.split(case.keys["launch"]) if not word.startswith("--engine") and word != "--modular"]
    lines = "".join(f"{shlex.join(launch(case))} {shlex.quote(str(case.path))}\n" for case in cases)
    command = [options.launchproof, "check", "--engine=two-thread", "--no-replay", f"--timeout={options.timeout}", *words,
               "--batch", "-", "--quiet"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    answers = {answer["line"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    found = []
    for number in range(1, len(cases) + 1):
        results = answers[number].get("results", [])
        properties = results[0]["properties"] if results else {}
        found.append((results[0]["verdict"] if results else answers[number].get("error"),
                      {name: run_cases.verdict_of(properties, name) for name in properties}))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof", help="path of the launchproof program")
    parser.add_argument("--timeout", type=int, default=20, help="seconds for one case")
    options = parser.parse_args()
    if not os.access(options.launchproof, os.X_OK):
        print(f"{options.launchproof} is no program; build the target `launchproof` first", file=sys.stderr)
        return 2
    folder = pathlib.Path(__file__).resolve().parent
    cases = [run_cases.Case(path) for path in sorted(folder.glob("*/**/*.cl")) if has_contract_of_function(path.read_text(encoding="utf-8"))]
    inlined, modular = verdicts(cases, options, []), verdicts(cases, options, ["--modular"])
    failed = equal = 0
    for case, (whole, of_whole), (parts, of_parts) in zip(cases, inlined, modular):
        name = str(case.path.relative_to(folder))
        problems = []
        if case.expect in run_cases.REFUTED and of_parts.get(case.property) == "verified":
            problems.append(f"{case.property} is {case.expect} and is verified by contract")
        if whole == parts:
            equal += 1
            if name in WEAKER:
                problems.append(f"is listed as weaker and is {parts} both ways")
        elif parts == "verified" and case.expect != "verified":
            problems.append(f"{whole} inlined, verified by contract")
        elif parts != "verified" and WEAKER.get(name) != parts and whole != "unknown":
            problems.append(f"{whole} inlined, {parts} by contract")
        failed += bool(problems)
        for problem in problems:
            print(f"{name}: {problem}")
    print(f"{len(cases)} cases, {equal} with one verdict both ways; {len(cases) - failed} passed, {failed} failed")
    return 1 if failed or equal < len(cases) // 3 else 0


if __name__ == "__main__":
    sys.exit(main())
