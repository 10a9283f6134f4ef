#!/usr/bin/env python3
"""Compares Launchproof with the oracle over generated kernels.

A contradiction is a property that is `verified` and that the oracle sees violated, or an exact defect that the
oracle does not see, or sees at other lines only, or a defect that the oracle sees at lines that no finding of a refuted
property names. A defect with values of Launchproof's choice is put to the oracle with those values. Contradictions are judged again at full effort and printed. Exit
status 1 if any stays, or if too little was put to the test (--least-decided, --least-defective).
"""

import argparse
import collections
import json
import pathlib
import resource
import shutil
import signal
import sys
import tempfile

import chosen_values
import generate
import judges


def contradictions(result, judgement, denied=(), path=None):
    if result is None:
        return [("no result", "")]
    if result["verdict"] == "error":
        return [("error", result["reason"])]  # every generated kernel compiles
    found = []
    properties = judges.verdicts(result)
    for name in sorted(judges.refuted(judgement)):
        if properties.get(name) == "verified":
            found.append(("wrong verified", name))
    for finding, _ in denied:
        found.append(("wrong defect with chosen values", f"{finding['property']} at {sorted(judges.own_lines(finding))}"))
    if path is not None:
        for finding in result["findings"]:
            if judges.exact(finding) and chosen_values.broken_properties(path, finding):
                found.append(("chosen contents that break what is stated", finding["property"]))
    if judgement["verdict"] == "cannot-judge":
        return found
    for finding, elsewhere in judges.unseen(result, judgement):
        kind = "wrong lines" if elsewhere else "wrong defect"
        found.append((kind, f"{finding['property']} at {sorted(judges.own_lines(finding))}"))
    for finding in judges.unreported(result, judgement):
        found.append(("missed pair", f"{finding['property']} at {finding['lines']}"))
    return found


def causes(result):
    for finding in result["findings"]:
        if finding.get("benign"):
            continue
        for approximation in finding.get("approximations", []):
            yield str(approximation.get("cause") or approximation.get("detail"))
    for value in result["properties"].values():
        if isinstance(value, dict) and value["verdict"] in ("unknown", "unsupported", "error"):
            yield value["verdict"] + ": " + str(value.get("reason", "")).split(" (")[0]


class Tally:
    def __init__(self):
        self.verdicts = collections.Counter()
        self.pairs = collections.Counter()
        self.causes = collections.Counter()
        self.kinds = collections.defaultdict(collections.Counter)
        self.statements = collections.Counter()
        self.wrong = collections.Counter()
        self.seconds = collections.Counter()  # processor time, by side

    @property
    def total(self):
        return sum(self.verdicts.values())

    @property
    def decided(self):
        return self.verdicts["verified"] + self.verdicts["defect"]

    @property
    def judged(self):
        """Counts the kernels for which the oracle has an answer."""
        return sum(count for (_, answer), count in self.pairs.items() if answer != "cannot-judge")

    def add(self, kind, result, judgement):
        verdict = "no result" if result is None else result["verdict"]
        self.verdicts[verdict] += 1
        self.pairs[(verdict, judgement["verdict"])] += 1
        self.kinds[kind]["kernels"] += 1
        self.kinds[kind]["decided"] += verdict in ("verified", "defect")
        self.kinds[kind]["defective"] += judgement["verdict"] == "defect"
        if result is None:
            return
        if verdict not in ("verified", "defect"):
            self.causes.update(set(causes(result)))
        exact = sum(judges.exact(finding) for finding in result["findings"])
        self.statements["exact findings of Launchproof, their lines compared"] += exact
        seen = [finding for finding in judgement["findings"] if not finding["benign"]]
        self.statements["findings of the oracle, their lines compared"] += len(seen)

    def print(self):
        share = 100 * self.decided / max(1, self.total)
        print(f"{self.total} kernels, {self.decided} decided ({share:.1f} %)")
        sides = ("clean", "defect", "cannot-judge")
        print(f"{'launchproof':16}" + "".join(f"{'oracle ' + side:>21}" for side in sides))
        for verdict, _ in self.verdicts.most_common():
            print(f"{verdict:16}" + "".join(f"{self.pairs[(verdict, side)]:21}" for side in sides))
        for kind, row in sorted(self.kinds.items()):
            print(f"  {kind:9} {row['kernels']:6} kernels, {100 * row['decided'] / row['kernels']:5.1f} % decided, "
                  f"{100 * row['defective'] / row['kernels']:5.1f} % defective")
        for what, number in self.statements.items():
            print(f"  {number:6} {what}")
        print("causes of what is not decided (kernels):")
        for cause, count in self.causes.most_common(12):
            print(f"  {count:6} {cause}")
        for side, seconds in self.seconds.items():
            print(f"{side}: {1000 * seconds / max(1, self.total):.1f} ms of processor time a kernel")
        print("contradictions: " + (", ".join(f"{count} {kind}" for kind, count in self.wrong.items()) or "none")
              + f" ({self.judged} kernels judged by the oracle)")


def spent():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


class Comparison:
    def __init__(self, options):
        self.options = options
        self.tally = Tally()

    def timed(self, side, call):
        before = spent()
        answer = call()
        self.tally.seconds[side] += spent() - before
        return answer

    def chunk(self, folder, first, count):
        options = self.options
        paths = generate.write(folder, first, count, options.slip, options.kind)
        if options.launch_options:
            for path in paths:
                judges.extend_launch(path, options.launch_options)
        results = self.timed("launchproof", lambda: judges.verify(options.launchproof, paths, options.jobs,
                                                                  options.timeout, options.solver, options.engine))
        judgements = self.timed("oracle", lambda: judges.judge(options.oracle, paths, options.jobs))
        of_chosen = self.timed("oracle with chosen values", lambda: chosen_values.denied(options.oracle, folder, list(zip(paths, results)), options.jobs))
        for seed, (path, result, judgement, (denied, asked)) in enumerate(zip(paths, results, judgements, of_chosen), first):
            if contradictions(result, judgement, denied, path):
                judgement = judges.judge(options.oracle, [path], 1, judges.FULL)[0]
                self.report(path, result, judgement, denied)
            self.tally.add(generate.kind_of(seed) if options.kind == "all" else options.kind, result, judgement)
            self.tally.statements["of them with chosen values, which the oracle was given"] += asked
            path.unlink()

    def report(self, path, result, judgement, denied):
        for kind, what in contradictions(result, judgement, denied, path):
            self.tally.wrong[kind] += 1
            print(f"{path.name}: {kind}: {what}", flush=True)
            if self.options.keep:
                self.options.keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, self.options.keep)
                (self.options.keep / f"{path.stem}.json").write_text(
                    json.dumps({"launchproof": result, "oracle": judgement}, indent=1), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--oracle", default="build/bin/launchproof-oracle")
    parser.add_argument("--seed", type=int, default=1, help="of the first kernel; each next one has the next")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--slip", type=float, default=0.035, help="how often an access or barrier goes wrong")
    parser.add_argument("--kind", choices=generate.KINDS, default="all")
    parser.add_argument("--solver", help="passed on to Launchproof")
    parser.add_argument("--engine", help="an engine alone, passed on to Launchproof; nothing is executed")
    parser.add_argument("--launch-options", metavar="TEXT", help="added to every launch: --barrier-rule=cuda, for instance")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=10, help="seconds for one kernel")
    parser.add_argument("--chunk", type=int, default=200, help="kernels of one batch")
    parser.add_argument("--least-decided", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--least-defective", type=float, default=0, metavar="PERCENT", help="by the oracle")
    parser.add_argument("--progress", action="store_true", help="a line on standard error after each batch")
    parser.add_argument("--keep", type=pathlib.Path, help="folder to which contradicted kernels are copied")
    options = parser.parse_args()

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a long run that is ended says how far it came
    comparison = Comparison(options)
    tally = comparison.tally
    end = options.seed + options.count
    try:
        with tempfile.TemporaryDirectory() as folder:
            for first in range(options.seed, end, options.chunk):
                comparison.chunk(pathlib.Path(folder), first, min(options.chunk, end - first))
                if options.progress:
                    print(f"{tally.total} kernels, {tally.decided} decided, {sum(tally.wrong.values())} contradictions",
                          file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(f"interrupted: kernels from {options.seed} to {options.seed + tally.total - 1} were compared")
    tally.print()
    status = 1 if tally.wrong else 0
    if not tally.judged:
        print("the oracle judged none of them, so nothing was compared: it may not know one of the options")
        status = 1
    defective = sum(row["defective"] for row in tally.kinds.values())
    for what, number, least in (("decided", tally.decided, options.least_decided),
                                ("defective", defective, options.least_defective)):
        if 100 * number < least * tally.total or not tally.total:
            print(f"only {number} of {tally.total} kernels are {what}; at least {least} % are asked for")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
