"""Asks both sides about kernel files: `launchproof check --batch`, and the oracle, a process a file."""

import concurrent.futures
import json
import pathlib
import shlex
import subprocess

PROPERTIES = ("data-race", "barrier-divergence", "out-of-bounds", "null-access")
FAST = ("--tries", "3", "--schedules", "2")  # the given contents and two made-up ones, in two orders


def launch_of(path):
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("// launch: "):
            return line.removeprefix("// launch: ")
    raise ValueError(f"{path}: the header has no launch")


def verify(program, paths, jobs, timeout):
    """The result of each path, None where there is none."""
    lines = "".join(f"{launch_of(path)} {shlex.quote(str(path))}\n" for path in paths)
    done = subprocess.run([program, "check", "--batch", "-", f"--jobs={jobs}", f"--timeout={timeout}", "--quiet"],
                          input=lines, capture_output=True, text=True, check=False)
    answers = {}
    for text in done.stdout.splitlines():
        answer = json.loads(text)
        answers[answer["line"]] = answer
    results = []
    for number in range(1, len(paths) + 1):
        of_line = answers.get(number, {}).get("results") or [None]
        results.append(of_line[0])
    return results


def judge_one(program, path, effort=FAST):
    words = shlex.split(launch_of(path))
    try:
        done = subprocess.run([program, "--format=json", *words, *effort, str(path)], capture_output=True, text=True,
                              timeout=120, check=False)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return {"verdict": "cannot-judge", "reason": "no answer", "findings": []}


def judge(program, paths, jobs, effort=FAST):
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        return list(pool.map(lambda path: judge_one(program, path, effort), paths))


def verdicts(result):
    """Property -> verdict of a result of Launchproof."""
    found = {}
    for name, value in result["properties"].items():
        found[name] = value["verdict"] if isinstance(value, dict) else value
    return found


def refuted(judgement):
    """Properties that the oracle saw violated."""
    return {finding["property"] for finding in judgement["findings"] if not finding["benign"]}


def own_lines(finding):
    """Line numbers of a finding of Launchproof."""
    return {location["line"] for location in finding["locations"]}


def exact(finding):
    return not finding.get("benign") and not finding.get("approximations")


def unseen(result, judgement):
    """Exact findings of Launchproof that the oracle denies: (finding, whether it saw the property elsewhere)."""
    missing = []
    properties = verdicts(result)
    parted = "barrier-divergence" in refuted(judgement)
    for finding in result["findings"]:
        name = finding["property"]
        if not exact(finding) or properties.get(name) != "defect":
            continue
        if parted and name != "barrier-divergence":
            continue  # the oracle's executions end there
        astray = set().union(*(all_lines(other) for other in judgement["findings"] if other["property"] == "out-of-bounds"))
        if name == "data-race" and astray & own_lines(finding):
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


def all_lines(finding):
    return set(finding["lines"]) | {place["line"] for stack in finding["places"] for place in stack}
