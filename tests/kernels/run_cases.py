#!/usr/bin/env python3
"""Runs `launchproof check` over the kernel cases and compares each result with the case's header.

docs/kernel-cases.md describes the header. Exit status: 0 when all cases agree, 1 when some do not, 2 for wrong usage.
"""

import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import zlib

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # measurements must not use results of earlier runs

VERDICTS = {"verified", "defect", "possible-defect", "unsupported", "unknown", "error"}
REGISTRY = pathlib.Path(__file__).resolve().parents[2] / "verify/verdict/registry.def"
PROPERTIES = set(re.findall(r'^PROPERTY\(\w+, "([\w-]+)"', REGISTRY.read_text(encoding="utf-8"), re.MULTILINE))
KEYS = {"expect", "property", "lines", "cause", "message", "launch", "oracle-launch", "contents", "oracle", "replay", "sibling", "about"}
REFUTED = {"defect", "possible-defect"}
STATUSES = {"verified": {0}, "defect": {10}, "possible-defect": {10}, "unsupported": {11}, "unknown": {11},
            "error": {2, 13}}
# "One edit away" is enforced as: this many lines differ at most, or only the launch does.
MAX_CHANGED_LINES = 4
SUFFIXES = {".cl", ".cu", ".ptx"}


class Case:
    """One case file: its header's keys and the lines after the header."""

    def __init__(self, path):
        self.path = path
        self.keys = {}
        self.problems = []
        lines = path.read_text(encoding="utf-8").splitlines()
        body_start = 0
        for number, line in enumerate(lines):
            if not line.startswith("// ") or ": " not in line:
                body_start = number
                break
            key, value = line[3:].split(": ", 1)
            if key not in KEYS:
                self.problems.append(f"header has an unknown key `{key}`")
            if key in self.keys:
                self.problems.append(f"header has the key `{key}` twice")
            self.keys[key] = value.strip()
        self.body = lines[body_start:]
        self.expect = self.keys.get("expect", "")
        self.property = self.keys.get("property")
        self.lines = [int(text) for text in self.keys.get("lines", "").split()]
        self.cause, _, line = self.keys.get("cause", "").partition(" ")
        self.cause_line = int(line) if line else None
        self.check_header(len(lines))

    def check_header(self, line_count):
        if self.expect not in VERDICTS:
            self.problems.append(f"`expect: {self.expect}` is no verdict")
        for key in ("launch", "about"):
            if key not in self.keys:
                self.problems.append(f"header lacks `{key}`")
        if self.property is not None and self.property not in PROPERTIES:
            self.problems.append(f"`property: {self.property}` is no property")
        if self.expect in REFUTED and (self.property is None or not self.lines):
            self.problems.append(f"a case that expects {self.expect} needs `property` and `lines`")
        if any(line < 1 or line > line_count for line in self.lines):
            self.problems.append("`lines` names a line that the file does not have")
        if "message" in self.keys and self.expect != "error":
            self.problems.append("`message` belongs to a case that expects an error")
        if self.expect == "verified" and "sibling" not in self.keys:
            self.problems.append("a verified case needs a sibling that is defective")

    def sibling_problems(self):
        """A verified case stands beside a file that is one edit away and defective."""
        if "sibling" not in self.keys:
            return []
        path = self.path.parent / self.keys["sibling"]
        if not path.is_file():
            return [f"sibling {self.keys['sibling']} does not exist"]
        sibling = Case(path)
        problems = []
        if sibling.expect not in REFUTED:
            problems.append(f"sibling {path.name} expects {sibling.expect}, not a defect")
        matcher = difflib.SequenceMatcher(None, self.body, sibling.body, autojunk=False)
        changed = sum(max(high - low, new_high - new_low)
                      for tag, low, high, new_low, new_high in matcher.get_opcodes() if tag != "equal")
        if changed > MAX_CHANGED_LINES:
            problems.append(f"sibling {path.name} differs in {changed} lines, more than one edit")
        if changed == 0 and self.keys.get("launch") == sibling.keys.get("launch"):
            problems.append(f"sibling {path.name} is the same kernel with the same launch")
        return problems


def verdict_of(properties, name):
    value = properties.get(name)
    return value.get("verdict") if isinstance(value, dict) else value


def all_lines(node):
    """Every value of a key `line` in a JSON tree."""
    if isinstance(node, dict):
        found = {node["line"]} if isinstance(node.get("line"), int) else set()
        return found.union(*(all_lines(child) for child in node.values()))
    if isinstance(node, list):
        return set().union(*(all_lines(child) for child in node))
    return set()


def all_causes(node):
    """Every cause in a JSON tree, with the line that it names."""
    if isinstance(node, dict):
        found = {(node["cause"], node.get("location", {}).get("line"))} if isinstance(node.get("cause"), str) else set()
        return found.union(*(all_causes(child) for child in node.values()))
    if isinstance(node, list):
        return set().union(*(all_causes(child) for child in node))
    return set()


def missing_cause(case, result):
    """The header's cause must be named, at its line where the header gives one."""
    named = all_causes(result)
    if not case.cause or any(cause == case.cause and case.cause_line in (None, line) for cause, line in named):
        return []
    texts = ", ".join(sorted(f"{cause} at {line}" for cause, line in named)) or "no cause"
    return [f"expected the cause {case.keys['cause']}, found {texts}"]


def describe_findings(findings):
    if not findings:
        return "no finding"
    texts = []
    for finding in findings:
        lines = " ".join(str(line) for line in sorted(all_lines(finding.get("locations", []))))
        benign = "benign " if finding.get("benign") else ""
        texts.append(f"{benign}{finding.get('property')} at {lines}")
    return ", ".join(texts[:4]) + (", ..." if len(texts) > 4 else "")


def unconfirmed(case, findings, wanted):
    """A defect has happened in a replay; of a possible defect the replay says what it needs, or did not show."""
    named = [finding for finding in findings if finding.get("property") == case.property
             and wanted <= all_lines(finding.get("locations", []))]
    refused = "replay" in case.keys
    if case.expect == "defect" and named and not refused and not any(finding["confirmation"] == "confirmed" for finding in named):
        return [f"expected the defect to be confirmed, found {named[0]['confirmation']}"]
    return [f"a finding says `{finding['confirmation']}` without what its replay came to" for finding in findings
            if finding["confirmation"] != "confirmed" and not finding["replay"]]


def compare(case, result):
    """What differs between the header and one result, in words."""
    problems = []
    found = result.get("verdict")
    findings = result.get("findings", [])
    if found != case.expect:
        reason = result.get("reason") or describe_findings(findings)
        problems.append(f"expected {case.expect}, found {found} ({reason})")
    problems += missing_cause(case, result)
    if case.expect == "error":
        return problems
    properties = result.get("properties", {})
    if case.property is not None and verdict_of(properties, case.property) != case.expect:
        problems.append(f"expected {case.property}: {case.expect}, found {verdict_of(properties, case.property)}")
    if not case.lines:
        return problems
    wanted = set(case.lines)
    if case.expect in REFUTED:
        if not any(finding.get("property") == case.property and wanted <= all_lines(finding.get("locations", []))
                   for finding in findings):
            problems.append(f"expected {case.property} at lines {case.keys['lines']}, "
                            f"found {describe_findings(findings)}")
        problems += unconfirmed(case, findings, wanted)
    elif case.expect == "verified":  # a benign race that must be listed
        if not any(finding.get("benign") and wanted <= all_lines(finding.get("locations", []))
                   for finding in findings):
            problems.append(f"expected a benign race listed at lines {case.keys['lines']}, "
                            f"found {describe_findings(findings)}")
    elif not wanted <= all_lines(result):
        problems.append(f"expected lines {case.keys['lines']} to be named, found {sorted(all_lines(result))}")
    return problems


def compare_engine(case, result):
    """Of another engine alone it is asked that it is never wrong, not that it decides the case."""
    found = verdict_of(result.get("properties", {}), case.property) if case.property else result.get("verdict")
    if case.expect in REFUTED | {"error"} and found == "verified":
        return [f"{case.property or 'all'} is {case.expect} and was verified"]
    if case.expect == "verified" and result.get("verdict") == "defect":
        return [f"is verified and was found a defect ({result.get('reason')})"]
    return []


def command_of(options, *words):
    command = [options.launchproof, "check", f"--timeout={options.timeout}", *words]
    if options.solver:
        command.append(f"--solver={options.solver}")
    if options.engine:
        command += [f"--engine={options.engine}", "--no-replay"]
    return command + shlex.split(options.check_options)


def last_line(text):
    return (text.strip().splitlines() or ["nothing on stderr"])[-1]


def judge(case, results, error, options):
    if "message" in case.keys and not case.keys["message"] in (error or ""):
        return [f"expected the error `{case.keys['message']}`, found {error or 'a result'}"]
    if error:
        return [] if "message" in case.keys else [f"expected {case.expect}, found an error: {error}"]
    if len(results) != 1:
        return [f"expected one result, found {len(results)}"]
    if options.engine:
        options.decided += case.expect == "verified" and results[0].get("verdict") == "verified"
        return compare_engine(case, results[0])
    return compare(case, results[0])


def run_alone(case, options):
    """One process for the case; its exit status is compared as well."""
    command = command_of(options, *shlex.split(case.keys["launch"]), "--format=json", str(case.path))
    try:
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              timeout=2 * options.timeout, check=False)
    except subprocess.TimeoutExpired:
        return [f"no answer within {2 * options.timeout} s"]
    try:
        results = json.loads(done.stdout).get("results", [])
    except (json.JSONDecodeError, AttributeError):
        if "message" in case.keys and done.returncode in STATUSES[case.expect]:
            return judge(case, [], done.stderr, options)
        return [f"status {done.returncode} and no JSON on stdout: {last_line(done.stderr)}"]
    problems = judge(case, results, None, options)
    if not problems and done.returncode not in STATUSES[case.expect]:
        problems.append(f"expected exit status {sorted(STATUSES[case.expect])}, found {done.returncode}")
    return problems


def run_batch(cases, options):
    """All cases in one process; gives the problems of each."""
    lines = "".join(f"{case.keys['launch']} {shlex.quote(str(case.path))}\n" for case in cases)
    command = command_of(options, "--batch", "-", f"--jobs={options.jobs}", "--quiet")
    try:
        done = subprocess.run(command, input=lines, capture_output=True, text=True,
                              timeout=options.timeout * max(1, len(cases)), check=False)
        answers = {answer["line"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    except subprocess.TimeoutExpired:
        return [[f"no answer within {options.timeout * len(cases)} s"] for _ in cases]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        return [[f"the batch's output is not one object a line: {error!r}"] for _ in cases]
    problems = []
    for number, case in enumerate(cases, 1):
        if number in answers:
            problems.append(judge(case, answers[number].get("results", []), answers[number].get("error"), options))
        else:
            problems.append([f"no answer; status {done.returncode}: {last_line(done.stderr)}"])
    return problems


def run_all(cases, options):
    sound = {}
    for case in cases:
        case.problems += case.sibling_problems()
        if not case.problems:
            sound[case] = []
    if not options.headers_only and options.one_by_one:
        with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, options.jobs)) as pool:
            sound = dict(zip(sound, pool.map(lambda case: run_alone(case, options), sound)))
    elif not options.headers_only:
        sound = dict(zip(sound, run_batch(list(sound), options)))
    return [case.problems + sound.get(case, []) for case in cases]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof", help="path of the launchproof program")
    parser.add_argument("--solver", help="passed on to every check")
    parser.add_argument("--engine", help="an engine alone, passed on to every check; fails only where it is wrong")
    parser.add_argument("--floor", type=int, default=0, metavar="N",
                        help="with --engine: fails where it verifies fewer than N of the verified cases")
    parser.add_argument("--check-options", default="", metavar="WORDS", help="more options, passed on to every check")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="checks at a time")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one case")
    parser.add_argument("--one-by-one", action="store_true",
                        help="a process for each case, and compare exit statuses too")
    parser.add_argument("--headers-only", action="store_true", help="check headers and siblings, run nothing")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="run about one case in N, by the checksum of its path, so that a new case changes no other choice")
    parser.add_argument("filters", nargs="*", help="run only cases whose path contains one of these")
    options = parser.parse_args()
    options.decided = 0  # verified cases that the engine verifies too

    folder = pathlib.Path(__file__).resolve().parent
    paths = sorted(path for path in folder.glob("*/**/*") if path.suffix in SUFFIXES)
    if options.filters:
        paths = [path for path in paths if any(text in str(path.relative_to(folder)) for text in options.filters)]
    paths = [path for path in paths if zlib.crc32(str(path.relative_to(folder)).encode()) % options.every == 0]
    if not paths:
        print("no case matches", file=sys.stderr)
        return 2
    if not options.headers_only and not os.access(options.launchproof, os.X_OK):
        print(f"{options.launchproof} is no program; build the target `launchproof` first", file=sys.stderr)
        return 2
    cases = [Case(path) for path in paths]
    failed = 0
    for case, problems in zip(cases, run_all(cases, options)):
        if problems:
            failed += 1
            print(f"{case.path.relative_to(folder)}: {'; '.join(problems)}")
    if options.engine:
        clean = sum(case.expect == "verified" for case in cases)
        print(f"{options.decided} of {clean} verified cases are verified by {options.engine}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    is_below = options.engine and options.decided < options.floor
    if is_below:
        print(f"{options.engine} verifies fewer than {options.floor}, so that cases were lost")
    return 1 if failed or is_below else 0


if __name__ == "__main__":
    sys.exit(main())
