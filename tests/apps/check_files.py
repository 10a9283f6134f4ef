#!/usr/bin/env python3
"""Checks device files of examples/cuda with `launchproof check`, and compares each result with expectations.json there.

Exit status: 0 when all agree, 1 when some do not.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # what is judged here is done here

STATUS_OF = {"verified": 0, "defect": 10}


def problems_of(check, status, results):
    if len(results) != 1:
        return [f"expected one result, found {len(results)}"]
    result = results[0]
    problems = []
    if result["verdict"] != check["verdict"]:
        problems.append(f"expected {check['verdict']}, found {result['verdict']} ({result.get('reason')})")
    if status != STATUS_OF[check["verdict"]]:
        problems.append(f"expected exit status {STATUS_OF[check['verdict']]}, found {status}")
    if "property" not in check:
        return problems
    found = [(finding["property"], {location["line"] for location in finding["locations"]}, finding["confirmation"])
             for finding in result["findings"] if not finding.get("benign")]
    if not any(name == check["property"] and set(check["lines"]) <= lines and confirmation == "confirmed"
               for name, lines, confirmation in found):
        problems.append(f"expected {check['property']} at lines {check['lines']}, confirmed, found {found}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--launchproof", required=True)
    parser.add_argument("--examples", type=pathlib.Path, required=True)
    options = parser.parse_args()
    checks = json.loads((options.examples / "expectations.json").read_text(encoding="utf-8"))["checks"]
    named = {check["file"] for check in checks}
    failed = [f"{path.name}: no expectation names it" for path in sorted(options.examples.glob("*.cu"))
              if path.name not in named]
    for check in checks:
        command = [options.launchproof, "check", str(options.examples / check["file"]), *check["options"], "--format=json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        try:
            problems = problems_of(check, done.returncode, json.loads(done.stdout)["results"])
        except (json.JSONDecodeError, KeyError):
            problems = [f"status {done.returncode} and no results: {done.stderr.strip()[-300:]}"]
        failed += [f"{check['file']}: {problem}" for problem in problems]
    for line in failed:
        print(line)
    print(f"{len(checks)} files, {len(failed)} problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
