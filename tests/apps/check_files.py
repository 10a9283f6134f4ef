#!/usr/bin/env python3
"""Checks device files of examples/cuda with `launchproof check`, runs its applications under `launchproof run`, and compares
each result with expectations.json there.

Exit status: 0 when all agree, 1 when some do not.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # judgements must not use results of earlier runs

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


def problems_in(text, check, done):
    try:
        return problems_of(check, done.returncode, json.loads(text)["results"])
    except (json.JSONDecodeError, KeyError):
        return [f"status {done.returncode} and no results: {done.stderr.strip()[-300:]}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--launchproof", required=True)
    parser.add_argument("--examples", type=pathlib.Path, required=True)
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="the folder of the built applications")
    options = parser.parse_args()
    expectations = json.loads((options.examples / "expectations.json").read_text(encoding="utf-8"))
    checks, applications = expectations["checks"], expectations["applications"]
    named = {check["file"] for check in checks}
    failed = [f"{path.name}: no expectation names it" for path in sorted(options.examples.glob("*.cu"))
              if path.name not in named]
    for check in checks:
        command = [options.launchproof, "check", str(options.examples / check["file"]), *check["options"], "--format=json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        failed += [f"{check['file']}: {problem}" for problem in problems_in(done.stdout, check, done)]
    for check in applications:
        with tempfile.TemporaryDirectory(prefix="launchproof-cuda-") as folder:
            capture = pathlib.Path(folder) / "run.lpcap"
            command = [options.launchproof, "run", "-o", str(capture), "--", str(options.programs / check["program"])]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
            results = capture / "results.json"
            text = results.read_text(encoding="utf-8") if results.exists() else ""
            failed += [f"{check['program']}: {problem}" for problem in problems_in(text, check, done)]
            if "left" not in done.stdout:
                failed.append(f"{check['program']}: it did not come to its end: {done.stdout}{done.stderr[-300:]}")
    for line in failed:
        print(line)
    print(f"{len(checks)} checks, {len(applications)} applications, {len(failed)} problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
