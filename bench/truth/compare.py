#!/usr/bin/env python3
"""Compares Launchproof with the oracle over generated kernels.

A contradiction is a property that is `verified` and that the oracle sees violated, or an exact defect that the
oracle does not see. Contradictions are judged again at full effort and printed; exit status 1 if any stays.
"""

import argparse
import collections
import json
import pathlib
import shutil
import sys
import tempfile

import generate
import judges

FULL = ("--tries", "12", "--schedules", "6")


def contradictions(result, judgement):
    found = []
    properties = judges.verdicts(result)
    for name in sorted(judges.refuted(judgement)):
        if properties.get(name) == "verified":
            found.append(("wrong verified", name))
    if judgement["verdict"] == "cannot-judge":
        return found
    for finding, elsewhere in judges.unseen(result, judgement):
        kind = "other lines" if elsewhere else "wrong defect"
        found.append((kind, f"{finding['property']} at {sorted(judges.own_lines(finding))}"))
    return found


class Tally:
    def __init__(self):
        self.verdicts = collections.Counter()
        self.pairs = collections.Counter()
        self.causes = collections.Counter()
        self.oracle = collections.Counter()
        self.contradictions = []

    def add(self, path, result, judgement):
        self.oracle[judgement["verdict"]] += 1
        if result is None:
            self.verdicts["no result"] += 1
            self.contradictions.append((path, [("no result", "")]))
            return
        self.verdicts[result["verdict"]] += 1
        self.pairs[(result["verdict"], judgement["verdict"])] += 1
        if result["verdict"] not in ("verified", "defect"):
            self.causes.update(set(causes(result)))

    def print(self):
        total = sum(self.verdicts.values())
        decided = self.verdicts["verified"] + self.verdicts["defect"]
        print(f"{total} kernels, {decided} decided ({100 * decided / max(1, total):.1f} %)")
        sides = ("clean", "defect", "cannot-judge")
        print(f"{'launchproof':16}" + "".join(f"{'oracle ' + side:>21}" for side in sides))
        for verdict, _ in self.verdicts.most_common():
            print(f"{verdict:16}" + "".join(f"{self.pairs[(verdict, side)]:21}" for side in sides))
        print("causes of what is not decided (kernels):")
        for cause, count in self.causes.most_common(12):
            print(f"  {count:6} {cause}")


def causes(result):
    for finding in result["findings"]:
        if finding.get("benign"):
            continue
        for approximation in finding.get("approximations", []):
            yield str(approximation.get("cause") or approximation.get("detail"))
    for value in result["properties"].values():
        if isinstance(value, dict) and value["verdict"] in ("unknown", "unsupported", "error"):
            yield value["verdict"] + ": " + str(value.get("reason", "")).split(" (")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--oracle", default="build/bin/launchproof-oracle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--slip", type=float, default=0.035)
    parser.add_argument("--kind", choices=("accesses", "flow", "values"), default="accesses")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=10, help="seconds for one kernel")
    parser.add_argument("--chunk", type=int, default=100, help="kernels of one batch")
    parser.add_argument("--keep", type=pathlib.Path, help="folder to which contradicted kernels are copied")
    options = parser.parse_args()

    tally = Tally()
    left = 0
    with tempfile.TemporaryDirectory() as folder:
        for first in range(options.seed, options.seed + options.count, options.chunk):
            count = min(options.chunk, options.seed + options.count - first)
            paths = generate.write(pathlib.Path(folder), first, count, options.slip, options.kind)
            results = judges.verify(options.launchproof, paths, options.jobs, options.timeout)
            judgements = judges.judge(options.oracle, paths, options.jobs)
            for path, result, judgement in zip(paths, results, judgements):
                tally.add(path, result, judgement)
                if result is None:
                    left += 1
                    print(f"{path.name}: no result", flush=True)
                    continue
                if not contradictions(result, judgement):
                    continue
                again = judges.judge_one(options.oracle, path, FULL)
                for kind, what in contradictions(result, again):
                    left += kind != "other lines"
                    print(f"{path.name}: {kind}: {what}", flush=True)
                    if options.keep:
                        options.keep.mkdir(parents=True, exist_ok=True)
                        shutil.copy(path, options.keep)
                        (options.keep / f"{path.stem}.json").write_text(
                            json.dumps({"launchproof": result, "oracle": again}, indent=1), encoding="utf-8")
    tally.print()
    print(f"{left} contradictions")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
