#!/usr/bin/env python3
"""Runs `launchproof equal` over the pairs, and over each of their mutants, and compares the verdicts with the files' headers.

docs/equivalence-cases.md describes the header. Exit status: 0 when all agree, 1 when some do not, 2 for wrong usage.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import zlib

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")

KEYS = {"equal", "check", "postconditions", "launch", "expect", "about", "mutant", "reason", "cause", "assumption"}
AS_IT_IS = "as it is"  # the name of the run of a pair that is not a mutant
VERDICTS = {"verified", "defect", "possible-defect", "probably-equal", "unknown", "unsupported", "error", "usage"}
MUTANT = re.compile(r"^`(.*)` to `(.*)`: ([a-z-]+)(?: ([a-z-]+))?$")
STATUSES = {"verified": {0}, "defect": {10}, "possible-defect": {10}, "probably-equal": {11}, "unknown": {11}, "unsupported": {11},
            "error": {2, 13}, "usage": {2}}


class Pair:
    """One file: its header, its text, and its mutants."""

    def __init__(self, path):
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.keys, self.mutants, self.problems = {}, [], []
        for line in self.text.splitlines():
            if not line.startswith("// ") or ": " not in line:
                break
            key, value = line[3:].split(": ", 1)
            if key not in KEYS:
                self.problems.append(f"header has an unknown key `{key}`")
            elif key == "mutant":
                self.add_mutant(value)
            elif key in self.keys:
                self.problems.append(f"header has the key `{key}` twice")
            else:
                self.keys[key] = value.strip()
        self.expect, _, self.property = self.keys.get("expect", "").partition(" ")
        if self.expect not in VERDICTS:
            self.problems.append(f"`expect: {self.expect}` is not a verdict")
        self.asked = "postcondition" if "postconditions" in self.keys else "equivalent"
        if not self.keys.keys() & {"equal", "check", "postconditions"}:
            self.problems.append("header names no sides")
        if "about" not in self.keys:
            self.problems.append("header lacks `about`")
        refuted = [one for one in self.mutants if one[2] != "verified"]
        if self.expect == "verified" and not refuted:
            self.problems.append("a verified pair needs a mutant that is not")

    def add_mutant(self, value):
        found = MUTANT.match(value)
        if not found:
            self.problems.append(f"`mutant: {value}` is not of the form `OLD` to `NEW`: VERDICT [PROPERTY]")
            return
        old, new, verdict, prop = found.groups()
        if old not in self.text[self.start():]:
            self.problems.append(f"mutant: `{old}` is not in the file")
        if verdict not in VERDICTS:
            self.problems.append(f"mutant: `{verdict}` is not a verdict")
        self.mutants.append((old, new, verdict, prop))

    def start(self):
        """Returns the position at which the header ends."""
        at = 0
        for line in self.text.splitlines(keepends=True):
            if not line.startswith("// ") or ": " not in line:
                break
            at += len(line)
        return at

    def mutated(self, old, new):
        at = self.text.index(old, self.start())
        return self.text[:at] + new + self.text[at + len(old):]


def side(text, file):
    """Returns `sums then total --local-size 1` with the file before each kernel."""
    launches = []
    for launch in text.split(" then "):
        kernel, _, options = launch.strip().partition(" ")
        launches.append(f"{shlex.quote(str(file))}:{kernel} {options}".strip())
    return " then ".join(launches)


def run(launchproof, pair, text, extra):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / (pair.path.stem + pair.path.suffix)
        file.write_text(text, encoding="utf-8")
        launch = shlex.split(pair.keys.get("launch", ""))
        if "postconditions" in pair.keys:
            words = ["check", str(file), "--kernel", pair.keys["postconditions"]]
        elif "check" in pair.keys:
            kernel, specification = shlex.split(pair.keys["check"])
            words = ["check", str(file), "--kernel", kernel, "--spec", side(specification, file)]
        else:
            words = ["equal"] + [side(one, file) for one in shlex.split(pair.keys["equal"])]
        limit = [] if "--timeout" in launch else ["--timeout", "60"]
        command = [launchproof] + words + launch + ["--format", "json"] + limit + extra
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return command, done


def judge(pair, name, verdict, prop, command, done):
    problems = []

    def wrong(what):
        problems.append(f"{pair.path}: {name}: {what}\n    {' '.join(shlex.quote(word) for word in command)}")

    if done.returncode not in STATUSES[verdict]:
        wrong(f"status {done.returncode}, expected {sorted(STATUSES[verdict])}: {done.stderr.strip()[:500]} {done.stdout[-600:]}")
        return problems
    if verdict == "usage":
        if pair.keys.get("reason", "") not in done.stderr:
            wrong(f"the message lacks `{pair.keys['reason']}`: {done.stderr.strip()}")
        return problems
    results = json.loads(done.stdout)["results"]
    row = results[-1]
    said = row["properties"][pair.asked]
    said = said if isinstance(said, str) else said["verdict"]
    if prop is None:
        if said != verdict:
            wrong(f"{pair.asked} is {said}, expected {verdict}: {row.get('reason', '')}")
        if verdict == "defect" and not row.get("findings"):
            wrong("a defect without a finding")
    else:
        if said == "verified":
            wrong(f"{pair.asked} is verified")
        verdicts = [one["properties"].get(prop) for one in (results[:-1] or results)]
        verdicts = [one if isinstance(one, str) or one is None else one["verdict"] for one in verdicts]
        if verdict not in verdicts:
            wrong(f"no side has {prop}: {verdict}, but {verdicts}")
    for key, text in (("reason", json.dumps(row)), ("cause", json.dumps(row)), ("assumption", " ".join(row.get("assumptions", [])))):
        if name == "as it is" and key in pair.keys and pair.keys[key] not in text:
            wrong(f"lacks the {key} `{pair.keys[key]}`: {text[:600]}")
    return problems


def chosen(pair, most):
    """Returns the pair's mutants, or `most` of them: the same ones on every machine."""
    count = len(pair.mutants)
    if most is None or most >= count:
        return pair.mutants
    first = zlib.crc32(pair.path.name.encode()) % count
    return [pair.mutants[(first + i) % count] for i in range(most)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--headers-only", action="store_true")
    parser.add_argument("--mutants", type=int, metavar="N", help="at most so many of each pair, which its name chooses")
    parser.add_argument("paths", nargs="*")
    arguments = parser.parse_args()
    home = pathlib.Path(__file__).parent
    files = []
    for path in [pathlib.Path(one) for one in arguments.paths] or [home]:
        files += sorted(one for one in path.rglob("*") if one.suffix in {".cl", ".cu"}) if path.is_dir() else [path]
    pairs = [Pair(file) for file in files]
    problems = [f"{pair.path}: {problem}" for pair in pairs for problem in pair.problems]
    if not pairs:
        print("no pairs", file=sys.stderr)
        return 2
    runs = 0
    if not problems and not arguments.headers_only:
        tasks = []
        for pair in pairs:
            tasks.append((pair, AS_IT_IS, pair.text, pair.expect, pair.property or None))
            for old, new, verdict, prop in chosen(pair, arguments.mutants):
                tasks.append((pair, f"`{old}` to `{new}`", pair.mutated(old, new), verdict, prop))

        def work(task):
            pair, name, text, verdict, prop = task
            # The search takes as long as many comparisons, so that only what expects a condition searches.
            searches = name == AS_IT_IS and "proved equal where" in pair.keys.get("reason", "")
            command, done = run(arguments.launchproof, pair, text, [] if searches else ["--hidden-assumptions", "off"])
            try:
                return judge(pair, name, verdict, prop, command, done)
            except (json.JSONDecodeError, KeyError, IndexError) as error:
                return [f"{pair.path}: {name}: {error}: {done.stdout[:300]} {done.stderr[:300]}"]

        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for found in pool.map(work, tasks):
                problems += found
        runs = len(tasks)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(pairs)} pairs, {runs} runs, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
