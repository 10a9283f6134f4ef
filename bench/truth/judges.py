"""Judges kernel files with both programs: `launchproof check --batch` and `launchproof-oracle --batch`."""

import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # measurements must not use results of earlier runs

PROPERTIES = ("data-race", "barrier-divergence", "out-of-bounds", "null-access", "access-flags")
FULL = ("--tries", "24", "--schedules", "8")  # fillings of the buffers, orders of execution; without: 6 and 6


def launch_of(path):
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("// launch: "):
            return line.removeprefix("// launch: ")
    raise ValueError(f"{path}: the header has no launch")


def extend_launch(path, options):
    """Adds options to the launch in the header."""
    launch = launch_of(path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(f"// launch: {launch}", f"// launch: {launch} {options}", 1), encoding="utf-8")


def verify(program, paths, jobs, timeout, solver=None, engine=None, more=()):
    """Returns the result for each path, or None if there is none. `engine` restricts it to one engine,
    without proofs by execution."""
    words = [f"--solver={solver}"] if solver else []
    words += [f"--engine={engine}", "--no-replay"] if engine else []
    lines = "".join(f"{launch_of(path)} {shlex.quote(str(path))}\n" for path in paths)
    command = [program, "check", "--batch", "-", f"--jobs={jobs}", f"--timeout={timeout}", "--quiet", *words, *more]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    answers = {}
    for text in done.stdout.splitlines():
        answer = json.loads(text)
        answers[answer["line"]] = answer
    results = []
    for number in range(1, len(paths) + 1):
        of_line = answers.get(number, {}).get("results") or [None]
        results.append(of_line[0])
    return results


NO_ANSWER = {"verdict": "cannot-judge", "reason": "no answer", "findings": []}


def judge_some(program, paths, effort):
    """Returns one judgement of the oracle for each path. A file that crashes the process loses only its
    own judgement."""
    found = []
    while len(found) < len(paths):
        left = paths[len(found):]
        try:
            done = subprocess.run([program, "--batch", "-", *effort], input="".join(f"{path}\n" for path in left),
                                  capture_output=True, text=True, timeout=60 + 5 * len(left), check=False)
            text = done.stdout
        except subprocess.TimeoutExpired as expired:
            text = (expired.stdout or b"").decode()
        whole = text.splitlines() if text.endswith("\n") else text.splitlines()[:-1]
        found += [json.loads(line) for line in whole]
        if len(found) < len(paths):
            found.append(dict(NO_ANSWER))
    return found


def judge(program, paths, jobs, effort=()):
    """Returns judgements of all paths, made by several processes."""
    size = max(1, (len(paths) + jobs - 1) // jobs)
    parts = [paths[first:first + size] for first in range(0, len(paths), size)]
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        return [one for part in pool.map(lambda part: judge_some(program, part, effort), parts) for one in part]


def verdicts(result):
    """Returns property -> verdict of a Launchproof result."""
    found = {}
    for name, value in result["properties"].items():
        found[name] = value["verdict"] if isinstance(value, dict) else value
    return found


def refuted(judgement):
    """Returns the properties that the oracle saw violated."""
    return {finding["property"] for finding in judgement["findings"] if not finding["benign"]}


def own_lines(finding):
    """Returns the line numbers of a Launchproof finding."""
    return {location["line"] for location in finding["locations"]}


def exact(finding):
    return not finding.get("benign") and not finding.get("approximations")


def unseen(result, judgement):
    """Exact findings of Launchproof that the oracle denies: (finding, whether it saw the property elsewhere).

    Findings that rest on values of Launchproof's choice are left to `chosen_values.denied`.
    """
    properties = verdicts(result)
    return unseen_of([finding for finding in result["findings"]
                      if exact(finding) and properties.get(finding["property"]) == "defect"
                      and not finding.get("witness", {}).get("chosen")], judgement)


def unseen_of(findings, judgement):
    """Returns the findings that the oracle denies: (finding, whether it saw the property elsewhere)."""
    if judgement.get("reason"):
        return []  # it gave up before the end
    missing = []
    parted = "barrier-divergence" in refuted(judgement)
    for finding in findings:
        name = finding["property"]
        if parted and name != "barrier-divergence":
            continue  # the oracle's executions end there
        astray = set().union(*(all_lines(other) for other in judgement["findings"] if other["property"] == "out-of-bounds"))
        if name in ("data-race", "access-flags") and astray & own_lines(finding):
            continue  # for the oracle what is out of bounds touches nothing
        seen = [other for other in judgement["findings"] if other["property"] == name]
        lines = own_lines(finding)
        if name == "barrier-divergence":
            fits = bool(seen)
        else:
            fits = any(lines & all_lines(other) for other in seen) if name != "data-race" else any(
                lines <= all_lines(other) for other in seen)
        if not fits:
            missing.append((finding, bool(seen)))
    return missing


def unreported(result, judgement):
    """Findings of the oracle, of a property that Launchproof refutes too, at lines that none of its findings names.

    Where Launchproof says why it did not ask everything (a time limit), nothing is missing; neither are races of
    work-items that parted before, where it says that they part.
    """
    named = [(finding["property"], own_lines(finding)) for finding in result["findings"] if not finding.get("benign")]
    details = result.get("property_details", {})
    refuting = {name for name, verdict in verdicts(result).items()
                if verdict in ("defect", "possible-defect") and not details.get(name, {}).get("causes")}
    parted = "barrier-divergence" in refuted(judgement) and verdicts(result).get("barrier-divergence") in (
        "defect", "possible-defect")
    missing = []
    for finding in judgement["findings"]:
        name = finding["property"]
        if finding["benign"] or name not in refuting or name == "barrier-divergence":
            continue
        if name == "data-race" and parted:
            continue
        if not any(name == other and lines <= all_lines(finding) for other, lines in named):
            missing.append(finding)
    return missing


def all_lines(finding):
    return set(finding["lines"]) | {place["line"] for stack in finding["places"] for place in stack}
