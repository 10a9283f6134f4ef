#!/usr/bin/env python3
"""Breaks clean kernels, one edit at a time, and asks whether Launchproof notices.

Each operator is applied to the `verified` kernel cases first, then to generated kernels that the oracle finds clean,
until it has its number of mutants. A mutant that the oracle finds defective and that is `verified` all the same is
missed; exit status 1 if one is, if Launchproof names a defect that the oracle denies, or if an operator made nothing
defective.
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
import operators
import operators_cuda
import syntax

KERNELS = pathlib.Path(__file__).resolve().parents[2] / "tests/kernels"
MOST_OF_ONE_GENERATED = 2  # mutants by one operator
PARSED_AT_ONCE = 20  # kernels
KINDS = ("accesses", "flow", "mixed")


class Base:
    """A clean kernel: where it comes from, its header's lines for the mutant, its text and launch."""

    def __init__(self, name, path, launch, contents, generated):
        self.name, self.path, self.launch, self.contents, self.generated = name, path, launch, contents, generated


def case_of(path):
    """Returns the case as a base, or nothing if it is not `verified` or not suitable for the oracle."""
    keys = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("// ") or ": " not in line:
            break
        key, value = line[3:].split(": ", 1)
        keys[key] = value
    if keys.get("expect") != "verified" or "oracle" in keys:
        return None
    launch = keys.get("oracle-launch", keys["launch"])
    return Base(f"{path.parent.name}-{path.stem}", path, launch, keys.get("contents", ""), False)


def mutants_of(base, tree, chosen):
    """Returns (operator's name, text, launch) for every mutant of one kernel."""
    if tree is None:
        return []
    made = []
    for operator in chosen:
        # Rewrites the launch in the header; the rest of the header does not matter to a mutant.
        of_one = [(operator.__name__, text, launch) for text, launch in operator(tree, base.launch)]
        if base.generated and len(of_one) > MOST_OF_ONE_GENERATED:
            of_one = random.Random(base.name + operator.__name__).sample(of_one, MOST_OF_ONE_GENERATED)
        made += of_one
    return made


def body(text):
    """Returns the text with its header blanked, so that lines keep their numbers."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.startswith("//"):
            break
        lines[number] = "//"
    return "\n".join(lines)


def mutants_of_all(pool, bases, chosen):
    """Returns each of the kernels with its mutants."""
    parts = [bases[first:first + PARSED_AT_ONCE] for first in range(0, len(bases), PARSED_AT_ONCE)]
    for part, trees in zip(parts, pool.map(lambda part: syntax.parse_all([(base.path, base.launch) for base in part]), parts)):
        for base, tree in zip(part, trees):
            yield base, mutants_of(base, tree, chosen)


class Collection:
    """Mutants by operator, up to a number of each, without repeats."""

    def __init__(self, folder, wanted, chosen):
        self.folder, self.wanted = folder, wanted
        self.made = {operator.__name__: [] for operator in chosen}
        self.seen = set()

    def is_full(self, generated):
        return generated and all(len(paths) >= self.wanted for paths in self.made.values())

    def add(self, base, mutants):
        numbers = collections.Counter()
        for operator, text, launch in mutants:
            if base.generated and len(self.made[operator]) >= self.wanted:
                continue
            if (body(text), launch) in self.seen:
                continue
            self.seen.add((body(text), launch))
            path = self.folder / f"{base.name}-{operator}-{numbers[operator]}{base.path.suffix}"
            numbers[operator] += 1
            # Two header lines are merged into one, and the first line of a file counts as one.
            lines = body(text).split("\n")
            head = [f"// launch: {launch}"] + ([f"// contents: {base.contents}"] if base.contents else [])
            rest = "\n".join(lines[len(head):])
            path.write_text("\n".join(head) + "\n" + rest, encoding="utf-8")
            self.made[operator].append((path, base.generated))


def collect(options, folder, chosen):
    collection = Collection(folder, options.each, chosen)
    cases = [case for case in map(case_of, sorted(KERNELS.glob("*/*.cu" if options.cuda else "*/*.cl"))) if case is not None]
    random.Random(1).shuffle(cases)
    cases = cases[::options.every]
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
        for case, mutants in mutants_of_all(pool, cases, chosen):
            collection.add(case, mutants)
        seed = 1
        while not options.cases_only and not collection.is_full(True) and seed < 20000:
            short = [o for o in chosen if len(collection.made[o.__name__]) < options.each]
            paths = [(kind, path) for kind in (("warps",) if options.cuda else KINDS)
                     for path in generate.write(folder / "generated" / kind, seed, 40, 0.0, kind)]
            seed += 40
            judgements = judges.judge(options.oracle, [path for _, path in paths], options.jobs)
            bases = [Base(f"{kind}-{path.stem}", path, judges.launch_of(path), "", True)
                     for (kind, path), judgement in zip(paths, judgements) if judgement["verdict"] == "clean"]
            for base, mutants in mutants_of_all(pool, bases, short):
                collection.add(base, mutants)
    return collection.made


def thin(paths, each):
    """Returns at most `each` of the mutants, evenly spread."""
    if not each or len(paths) <= each:
        return paths
    return [paths[number * len(paths) // each] for number in range(each)]


COLUMNS = ("mutants", "generated", "rejected", "not judged", "clean", "defective", "defect", "possible", "undecided", "MISSED",
           "DENIED", "clean verified")


def enter(row, generated, result, judgement, of_chosen=()):
    """Counts one mutant. Returns the contradictions, in words. `of_chosen`: findings denied with values
    that Launchproof chose."""
    row["mutants"] += 1
    row["generated"] += generated
    refuted = judges.refuted(judgement)
    if result is None or result["verdict"] == "error" or judgement["reason"].startswith("it does not compile"):
        row["rejected"] += 1
        return []
    if judgement["verdict"] == "cannot-judge" and not refuted:
        row["not judged"] += 1
        return []
    verdicts = judges.verdicts(result)
    wrong = [f"wrong verified: {name}" for name in sorted(refuted) if verdicts[name] == "verified"]
    if refuted:
        row["defective"] += 1
        sort = {"defect": "defect", "possible-defect": "possible"}.get(result["verdict"], "undecided")
        row["MISSED" if wrong else sort] += 1
    else:
        row["clean"] += 1
        row["clean verified"] += result["verdict"] == "verified"
    denied = [finding for finding, _ in of_chosen]
    if judgement["verdict"] != "cannot-judge":
        denied += [finding for finding, _ in judges.unseen(result, judgement)]
    row["DENIED"] += bool(denied)
    return wrong + [f"wrong defect: {f['property']} at {sorted(judges.own_lines(f))}" for f in denied]


def print_table(table, chosen):
    print(f"{'operator':20}" + "".join(f"  {column}" for column in COLUMNS))
    for operator in chosen:
        row = table[operator.__name__]
        print(f"{operator.__name__:20}" + "".join(f"  {row[column]:{len(column)}}" for column in COLUMNS))
    total = sum(table.values(), collections.Counter())
    print(f"{'all':20}" + "".join(f"  {total[column]:{len(column)}}" for column in COLUMNS))


def parts_of(made, sample, table):
    """Lists of (operator's name, path, generated) to judge: a sample of each operator, and another one as long as
    the table, which the caller fills in between, has no defective mutant of it."""
    left = dict(made)
    while True:
        work = []
        for operator, entries in left.items():
            if table[operator]["defective"] == 0:
                taken = thin(entries, sample)
                left[operator] = [entry for entry in entries if entry not in taken]
                work += [(operator, *entry) for entry in taken]
        if not work:
            return
        for first in range(0, len(work), 400):
            yield work[first:first + 400]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--oracle", default="build/bin/launchproof-oracle")
    parser.add_argument("--each", type=int, default=200, help="mutants of each operator, at least, where sites allow")
    parser.add_argument("--sample", type=int, default=0, help="of those, take so many of each operator")
    parser.add_argument("--every", type=int, default=1, help="take every so manieth kernel case")
    parser.add_argument("--cases-only", action="store_true", help="kernel cases only, however few sites they have")
    parser.add_argument("--cuda", action="store_true", help="CUDA kernels, by operators of their own")
    parser.add_argument("--fixed", action="store_true", help="the eight fixed operators only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=10, help="seconds for one kernel")
    parser.add_argument("--engine", help="an engine, passed on to Launchproof; nothing is executed")
    parser.add_argument("--keep", type=pathlib.Path, help="folder to which contradicted mutants are copied")
    options = parser.parse_args()

    chosen = operators.FIXED if options.fixed else operators.FIXED + operators.FURTHER
    if options.cuda:
        chosen = operators_cuda.DECIDING + operators_cuda.OTHERS
    table = collections.defaultdict(collections.Counter)
    contradictions = 0
    with tempfile.TemporaryDirectory() as folder:
        made = collect(options, pathlib.Path(folder), chosen)
        for part in parts_of(made, options.sample, table):
            paths = [path for _, path, _ in part]
            judgements = judges.judge(options.oracle, paths, options.jobs)
            results = judges.verify(options.launchproof, paths, options.jobs, options.timeout, engine=options.engine)
            of_chosen = chosen_values.denied(options.oracle, pathlib.Path(folder), list(zip(paths, results)), options.jobs)
            for (operator, path, generated), result, judgement, (denied, _) in zip(part, results, judgements, of_chosen):
                if result is not None and enter(collections.Counter(), generated, result, judgement):
                    judgement = judges.judge(options.oracle, [path], 1, judges.FULL)[0]
                wrong = enter(table[operator], generated, result, judgement, denied)
                if not wrong:
                    continue
                contradictions += 1
                print(f"{path.name}: {'; '.join(wrong)}", flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    shutil.copy(path, options.keep)
    print_table(table, chosen)
    print(f"{contradictions} contradictions")
    idle = [operator.__name__ for operator in chosen if table[operator.__name__]["defective"] == 0 and operator not in operators_cuda.OTHERS]
    if idle:
        print(f"no defective mutant by {', '.join(idle)}: nothing was tested there")
    return 1 if contradictions or idle else 0


if __name__ == "__main__":
    sys.exit(main())
