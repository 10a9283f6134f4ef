#!/usr/bin/env python3
"""Asks Launchproof for one verdict in several ways, without the oracle.

`--by rewrites`: kernel cases and generated kernels are rewritten to the same effect. `--by solvers`: generated kernels
are put to each solver. A property must not be `verified` in one way and a `defect` in another; exit status 1 if one is,
or if some rewrite was never applied to what is decided.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import random
import shutil
import sys
import tempfile

import chosen_values
import generate
import judges
import rewrites
import syntax

KERNELS = pathlib.Path(__file__).resolve().parents[2] / "tests/kernels"
COMMENT = "// launch: "


def flips(way, one, other):
    """Returns properties that one result calls verified and the other a defect."""
    a, b = judges.verdicts(one), judges.verdicts(other)
    if way == "forget_size":
        a.pop("out-of-bounds")  # is no longer checked for that buffer, and the verdict says so
    if way == "forget_value":
        # A value other than the given one may cause the defect; the finding names it.
        sure = {finding["property"] for finding in other["findings"] if judges.exact(finding) and not chosen_values.of(finding)}
        b = {name: verdict for name, verdict in b.items() if verdict != "defect" or name in sure}
    return sorted(name for name in a if {a[name], b.get(name)} == {"verified", "defect"})


def with_launch(text, launch):
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith(COMMENT):
            lines[number] = COMMENT + launch
    return "\n".join(lines)


def rewritten(path, most):
    """Returns (rewrite, text) for at most `most` places of each rewrite."""
    launch = judges.launch_of(path)
    tree = syntax.parse(path, launch)
    found = []
    if tree is None or "//" in tree.text.split("__kernel", 1)[-1]:
        return found  # a comment would swallow what is put behind it
    for rewrite in rewrites.REWRITES:
        places = list(rewrite(tree, launch))
        if len(places) > most:
            places = random.Random(path.stem + rewrite.__name__).sample(places, most)
        found += [(rewrite.__name__, with_launch(text, changed)) for text, changed in places]
    return found


def sources(options, folder):
    paths = []
    if options.by == "rewrites":
        for case in sorted(KERNELS.glob("*/*.cl"))[::options.every]:
            if case.read_text(encoding="utf-8").startswith(("// expect: verified", "// expect: defect")):
                paths.append(folder / f"{case.parent.name}-{case.name}")
                shutil.copy(case, paths[-1])
    return paths + generate.write(folder / "generated", options.seed, options.count, 0.035, "all")


class Report:
    def __init__(self, keep):
        self.table = collections.defaultdict(collections.Counter)
        self.keep = keep
        self.wrong = 0

    def enter(self, way, name, one, other, paths):
        row = self.table[way]
        row["asked"] += 1
        if one is None or other is None or "error" in (one["verdict"], other["verdict"]):
            row["no answer"] += 1
            return
        row["same"] += one["verdict"] == other["verdict"]
        row["both decided"] += all(result["verdict"] in ("verified", "defect") for result in (one, other))
        row["less decided"] += one["verdict"] in ("verified", "defect") and other["verdict"] not in ("verified", "defect")
        for what in flips(way, one, other):
            row["FLIPPED"] += 1
            self.wrong += 1
            print(f"{name}: {way}: {what}: {judges.verdicts(one)[what]}, then {judges.verdicts(other)[what]}", flush=True)
            if self.keep:
                self.keep.mkdir(parents=True, exist_ok=True)
                for path in paths:
                    shutil.copy(path, self.keep)

    def print(self):
        columns = ("asked", "no answer", "both decided", "same", "less decided", "FLIPPED")
        print(f"{'':20}" + "".join(f"{column:>14}" for column in columns))
        for way, row in self.table.items():
            print(f"{way:20}" + "".join(f"{row[column]:14}" for column in columns))
        print(f"{self.wrong} contradictions")


def compare_rewrites(options, folder, report):
    paths = sources(options, folder)
    before = dict(zip(paths, judges.verify(options.launchproof, paths, options.jobs, options.timeout)))
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
        made = []
        for path, changed in zip(paths, pool.map(lambda path: rewritten(path, options.places), paths)):
            for number, (rewrite, text) in enumerate(changed):
                target = folder / f"{path.stem}-{rewrite}-{number}.cl"
                target.write_text(text, encoding="utf-8")
                made.append((path, rewrite, target))
    results = judges.verify(options.launchproof, [target for _, _, target in made], options.jobs, options.timeout)
    for (path, rewrite, target), result in zip(made, results):
        report.enter(rewrite, path.name, before[path], result, (path, target))
    return [rewrite.__name__ for rewrite in rewrites.REWRITES]


def compare_solvers(options, folder, report):
    paths = sources(options, folder)
    first, *others = options.solvers.split(",")
    before = judges.verify(options.launchproof, paths, options.jobs, options.timeout, first)
    for solver in others:
        results = judges.verify(options.launchproof, paths, options.jobs, options.timeout, solver)
        for path, one, other in zip(paths, before, results):
            report.enter(f"{first}, {solver}", path.name, one, other, (path,))
    return [f"{first}, {solver}" for solver in others]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--by", choices=("rewrites", "solvers"), default="rewrites")
    parser.add_argument("--solvers", default="z3,cvc5,cvc4", help="the first is compared with each of the others")
    parser.add_argument("--every", type=int, default=1, help="take every so manieth kernel case")
    parser.add_argument("--places", type=int, default=2, help="rewrites of one kind in one kernel")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200, help="generated kernels")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=10, help="seconds for one kernel")
    parser.add_argument("--keep", type=pathlib.Path, help="folder to which contradicted kernels are copied")
    options = parser.parse_args()

    report = Report(options.keep)
    with tempfile.TemporaryDirectory() as folder:
        compare = compare_rewrites if options.by == "rewrites" else compare_solvers
        ways = compare(options, pathlib.Path(folder), report)
    report.print()
    idle = [way for way in ways if report.table[way]["both decided"] == 0]
    if idle:
        print(f"nothing decided by {', '.join(idle)}: nothing was tested there")
    return 1 if report.wrong or idle else 0


if __name__ == "__main__":
    sys.exit(main())
