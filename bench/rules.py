#!/usr/bin/env python3
"""Measures the rules, the refutation engines and the optimisations of the two-thread engine over kernel files.

FOLDERs hold annotated files, with a header as `annotated_corpus.py` reads it, or kernel cases, whose header has `launch:`. Without
any, the kernel cases of this repository are taken. A kernel is one file; those without a candidate count no further.

Writes tables (TSV) and one page (`rules.html`, with plots, which need python3-matplotlib) into the output folder:
  kernels.tsv     each kernel in each configuration: verdict, seconds, candidates made and kept
  rules.tsv       each rule: kernels that it makes candidates of, trivial ones (verified with no rule at all) and others; candidates
                  made and kept; worth: kernels that are not verified without it, though they are with all rules
  influence.tsv   how many of the candidates of a rule are kept without another rule, as a share of those kept with it

Of the kernels that need invariants and were decided in time with all rules:
  cumulative.tsv  the first rules alone, from none to all of them: kernels verified, and seconds
  engines.tsv     each engine alone before Houdini: candidates refuted, seconds, candidates for each second
  jaccard.tsv     how far the sets of what two engines refute agree: what both refute as a share of what either does
  speedups.tsv    Houdini without any execution against the default (Houdini alone, which executes a little where it takes long) and each
                  configuration: of all kernels together, median, best and worst

Of all kernels, with Z3 and with CVC4 and cvc5 where installed, each alone (--only optimisations):
  optimisations.tsv  seconds, time-outs and kernels verified with no optimisation and the original encoding of races, then with one after
                  the other, up to all
  ablations.tsv   the same with all but one, and with the other encodings
  portfolio.tsv   each solver alone, the sooner one of each kernel, and all asked at once
  scatter.tsv     the seconds of each kernel by solver
  optimisations.md  these tables as docs/experiments.md has them

Exit status: 0, or 1 when a refutation engine or an encoding changed a verdict between verified and a defect, or a file that is expected to fail is verified.
"""

import argparse
import collections
import datetime
import json
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

import annotated_corpus
import measured
import optimisations
import rules_page

ENGINES = ["DYN", "SBASE", "SSTEP", "LU(1)", "LU(2)"]
TOGETHER = ["seq:DYN,SBASE", "seq:DYN,SBASE,LU(1)", "par:DYN", "par:SBASE", "par:DYN,SBASE", "par:DYN,SBASE,LU(1)"]
ALONE = "Houdini alone"
PLAIN = "Houdini, nothing beside it"  # only solvers refute candidates, and passes run one after another
AT_ONCE = "passes at once"  # the same, but for that
IN_TURN = "--omit-optimisation=passes-at-once"
NO_RULE = "no rule"
LOOP = re.compile(r"\b(for|while|do)\b")


class Kernel:
    """A file with its launch, and its result in each configuration."""

    def __init__(self, path, words, fails):
        self.path, self.words, self.fails = path, words, fails
        self.runs = {}

    def name(self):
        return "/".join(self.path.parts[-3:])


class Run:
    """One kernel in one configuration."""

    def __init__(self, answer, passes):
        self.verdicts = [result["verdict"] for result in answer["results"]] or ["error"]
        self.verdict = min(self.verdicts, key=annotated_corpus.WORST_FIRST.index)
        self.seconds = answer["seconds"]
        self.causes = {cause["cause"] for result in answer["results"] for one in result["property_details"].values() for cause in one["causes"]}
        self.passes = passes

    def candidates(self):
        """Returns each candidate as (its key, its rule, its fate or None, the engine that refuted it or
        None)."""
        times = collections.Counter()  # passes at once end in any order
        for one in self.passes:
            which = (one["kernel"], one["pass"])
            times[which] += 1
            for index, candidate in enumerate(one["candidates"]):
                yield (*which, times[which], index), candidate["rule"], candidate.get("fate"), candidate.get("by")

    def made(self):
        return collections.Counter(rule for _, rule, _, _ in self.candidates())

    def judged(self):
        return collections.Counter(rule for _, rule, fate, _ in self.candidates() if fate)

    def kept(self):
        return collections.Counter(rule for _, rule, fate, _ in self.candidates() if fate == "stands")

    def refuting_seconds(self):
        return sum(engine["seconds"] for one in self.passes for engine in one["engines"])

    def is_cut_short(self):
        """The time ran out before everything was asked."""
        return self.verdict == "unknown" or "class-timeout" in self.causes

    def houdini_seconds(self):
        """Sums all passes, including concurrent ones."""
        return sum(one["seconds"] for one in self.passes)


def case_of(path):
    """Returns whether a kernel case may have a loop."""
    text = path.read_text(errors="replace")
    launch = re.search(r"^// launch: (.*)$", text, re.MULTILINE)
    if launch is None or not LOOP.search(re.sub(r"//.*", "", text)):
        return None
    others = ("--engine", "--refute", "--omit-rule", "--only-rule", "--omit-optimisation", "--race-instrumenter", "--find-bugs", "--loop-unwind")
    words = [word for word in shlex.split(launch.group(1)) if not word.startswith(others)]
    # A property that is left open with the case's own options (`unknown`) may be proved without them.
    return Kernel(path, [*words, str(path)], re.search(r"^// expect: (possible-)?defect$", text, re.MULTILINE) is not None)


def kernels_of(folders):
    kernels = []
    for folder in folders:
        files = annotated_corpus.found([folder], [])
        kernels += [Kernel(file.path, file.words, file.expected == "fail") for file in files]
        if not files:
            kernels += filter(None, map(case_of, sorted(folder.rglob("*.cl"))))
    return kernels


def rules_of(page):
    """Returns the tags of the rules that make candidates, with their numbers in the papers, from
    docs/rules.md."""
    found = re.findall(r"^\| `(\w+)` \| (\w*) \|", page.read_text(), re.MULTILINE)
    return {tag: paper for tag, paper in found if tag != "accessedInSomeIteration"}


class Bench:
    def __init__(self, options):
        self.options = options
        self.rules = rules_of(measured.ROOT / "docs/rules.md")

    def run(self, name, kernels, extra):
        """Verifies the kernels with additional options and keeps the results as configuration `name`."""
        with tempfile.TemporaryDirectory() as folder:
            lines = ""
            for number, kernel in enumerate(kernels, 1):
                words = ["--engine=two-thread", "--no-replay", f"--dump-houdini={folder}/{number}", *extra, *kernel.words]
                lines += shlex.join(words) + "\n"
            done, wall, _ = measured.timed([self.options.launchproof, "check", "-q", f"--jobs={self.options.jobs}",
                                            f"--timeout={self.options.timeout}", "--batch", "-"], input=lines)
            answers = [json.loads(line) for line in done.stdout.splitlines()]
            if len(answers) != len(kernels):
                sys.exit(f"{name}: {len(answers)} answers to {len(kernels)} kernels: {done.stderr.strip()}")
            for answer in answers:
                dumped = pathlib.Path(folder, str(answer["line"]))
                passes = [json.loads(line) for line in dumped.read_text().splitlines()] if dumped.exists() else []
                kernels[answer["line"] - 1].runs[name] = Run(answer, passes)
        print(f"{name}: {len(kernels)} kernels, {wall:.1f} s", flush=True)

    def table(self, name, head, rows):
        lines = ["\t".join(head)] + ["\t".join(f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row) for row in rows]
        (self.options.output / name).write_text("\n".join(lines) + "\n")
        return [list(row) for row in rows]

    # The rules.

    def trivial(self, kernel):
        return kernel.runs[NO_RULE].verdict == "verified"

    def measure_rules(self, kernels):
        """Returns which rules make candidates for which kernels, what is kept, and what is lost without
        each rule."""
        worth = collections.Counter()
        self.run(NO_RULE, kernels, [f"--omit-rule={tag}" for tag in self.rules])
        needing = [kernel for kernel in kernels if kernel.runs[ALONE].verdict == "verified" and not self.trivial(kernel)]
        for tag in self.rules:
            users = [kernel for kernel in needing if kernel.runs[ALONE].kept()[tag]]
            if not users:
                continue
            self.run(f"without {tag}", users, [f"--omit-rule={tag}"])
            worth[tag] = sum(kernel.runs[f"without {tag}"].verdict != "verified" for kernel in users)
        rows = []
        for tag, paper in self.rules.items():
            users = [kernel for kernel in kernels if kernel.runs[ALONE].made()[tag]]
            made, judged, kept = (sum(count(kernel.runs[ALONE])[tag] for kernel in kernels) for count in (Run.made, Run.judged, Run.kept))
            rows.append((tag, paper, sum(map(self.trivial, users)), sum(not self.trivial(kernel) for kernel in users), made, judged, kept,
                         kept / judged if judged else 0.0, worth[tag]))
        return self.table("rules.tsv", ["rule", "paper", "trivial_kernels", "other_kernels", "made", "judged", "kept", "hit_rate", "worth"], rows)

    def influence(self, kernels):
        """Returns the kept candidates of rule B without rule A, as a share of those kept with it, for the
        same kernels."""
        cells = []
        for omitted in self.rules:
            users = [kernel for kernel in kernels if f"without {omitted}" in kernel.runs]
            for other in self.rules:
                both = [(kernel.runs[ALONE].kept()[other], kernel.runs[f"without {omitted}"]) for kernel in users]
                both = [(before, run) for before, run in both if run.judged()]
                before = sum(count for count, _ in both)
                after = sum(run.kept()[other] for _, run in both)
                if other != omitted and before:
                    cells.append((omitted, other, before, after, after / before))
        return self.table("influence.tsv", ["omitted", "rule", "kept_with", "kept_without", "share"], cells)

    def cumulative(self, kernels, rows):
        """Orders the rules from the most general on. Each step adds some rules to those of the previous
        step."""
        order = [row[0] for row in sorted(rows, key=lambda row: -(row[2] + row[3])) if row[4]]
        steps, result = self.options.steps, []
        for step in range(steps + 1):
            count = round(step * len(order) / steps)
            name = f"first {count} rules"
            self.run(name, kernels, [f"--omit-rule={tag}" for tag in self.rules if tag not in order[:count]])
            result.append((count, order[count - 1] if count else "", sum(kernel.runs[name].verdict == "verified" for kernel in kernels),
                           sum(kernel.runs[name].seconds for kernel in kernels)))
        return self.table("cumulative.tsv", ["rules", "last", "verified", "seconds"], result)

    # The engines.

    def measure_engines(self, kernels):
        refuted, rows = {}, []
        self.run(PLAIN, kernels, ["--omit-optimisation=executions", IN_TURN])
        self.run(AT_ONCE, kernels, ["--omit-optimisation=executions"])
        fell = [(number, key) for number, kernel in enumerate(kernels)
                for key, _, fate, _ in kernel.runs[PLAIN].candidates() if fate and fate not in ("stands", "undecided")]
        seconds = sum(kernel.runs[PLAIN].houdini_seconds() for kernel in kernels)
        rows.append(("Houdini", len(fell), seconds, len(fell) / seconds if seconds else 0.0, rules_page.PAPER_THROUGHPUT["Houdini"]))
        for engine in self.options.engines:
            name = f"seq:{engine}"
            self.run(name, kernels, [f"--refute={name}", IN_TURN])
            refuted[engine] = {(number, key) for number, kernel in enumerate(kernels)
                               for key, _, _, by in kernel.runs[name].candidates() if by}
            seconds = sum(kernel.runs[name].refuting_seconds() for kernel in kernels)
            rows.append((engine, len(refuted[engine]), seconds, len(refuted[engine]) / seconds if seconds else 0.0,
                         rules_page.PAPER_THROUGHPUT.get(engine, "")))
        throughput = self.table("engines.tsv", ["engine", "refuted", "seconds", "per_second", "paper_per_second"], rows)
        pairs = [(a, b, len(refuted[a] & refuted[b]) / len(refuted[a] | refuted[b]) if refuted[a] | refuted[b] else 0.0)
                 for a in refuted for b in refuted]
        return throughput, self.table("jaccard.tsv", ["engine", "other", "index"], pairs)

    def speedups(self, kernels):
        """The ratios are those of the whole time of each kernel, including translation."""
        rows = []
        for name in [AT_ONCE, ALONE, *(f"seq:{engine}" for engine in self.options.engines), *self.options.together]:
            if name in self.options.together:
                self.run(name, kernels, [f"--refute={name}", *([IN_TURN] if name.startswith("seq:") else [])])
            before = sum(kernel.runs[PLAIN].seconds for kernel in kernels)
            after = sum(kernel.runs[name].seconds for kernel in kernels)
            factors = sorted(kernel.runs[PLAIN].seconds / max(kernel.runs[name].seconds, 1e-3) for kernel in kernels)
            ended = [kernel for kernel in kernels if all(one["ended"] != "time" for one in kernel.runs[name].passes)]
            inferring = [sum(kernel.runs[which].houdini_seconds() for kernel in ended) for which in (PLAIN, name)]
            verified = sum(kernel.runs[name].verdict == "verified" for kernel in kernels)
            rows.append((name, before, after, before / after, statistics.median(factors), factors[-1], factors[0],
                         inferring[0] / max(inferring[1], 1e-3), verified))
        return self.table("speedups.tsv", ["configuration", "seconds_alone", "seconds", "overall", "median", "best", "worst",
                                           "inference_overall", "verified"], rows)

    def all_runs(self, kernels):
        rows = [(kernel.name(), name, run.verdict, float(run.seconds), sum(run.made().values()), sum(run.kept().values()))
                for kernel in kernels for name, run in kernel.runs.items()]
        self.table("kernels.tsv", ["kernel", "configuration", "verdict", "seconds", "made", "kept"], rows)


def complaints(kernels):
    """Returns errors: a verdict that an engine reversed, or a file that must fail and is verified."""
    for kernel in kernels:
        alone = kernel.runs[ALONE].verdicts
        for name, run in kernel.runs.items():
            pairs = zip(alone, run.verdicts) if name.startswith(("seq:", "par:")) else []
            if any(sorted(pair) in (["defect", "verified"], ["possible-defect", "verified"]) for pair in pairs):
                yield f"{kernel.name()}: {alone} with Houdini alone, {run.verdicts} with {name}"
            # A file may expect the failure of an annotation that this engine does not judge.
            if kernel.fails and run.verdict == "verified" and alone != ["unsupported"] and "annotation-not-judged" not in run.causes:
                yield f"{kernel.name()}: is expected to fail, and is verified: {name}"


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--launchproof", type=pathlib.Path, default=measured.ROOT / "build/bin/launchproof")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("rules-figures"), help="folder (default: rules-figures)")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for one file")
    parser.add_argument("--jobs", type=int, default=1, help="files at once; parallel engines need processors of their own (default: 1)")
    parser.add_argument("--files", type=int, default=0, metavar="N", help="N of the files, evenly chosen; 0: all")
    parser.add_argument("--steps", type=int, default=6, help="of cumulative.tsv (default: 6)")
    parser.add_argument("--only", choices=["rules", "engines", "optimisations"], help="a third of it")
    parser.add_argument("--solvers", nargs="+", default=optimisations.installed(), choices=optimisations.SOLVERS,
                        help="of optimisations.tsv and what follows (default: those that are installed)")
    parser.add_argument("--short", action="store_true", help="few configurations, for a test")
    options = parser.parse_args()
    options.engines = ENGINES[:2] if options.short else ENGINES
    options.together = TOGETHER[4:5] if options.short else TOGETHER
    if options.short:
        options.steps = 1
        options.solvers = options.solvers[:2]
    options.folders = options.folders or [measured.ROOT / "tests/kernels"]
    options.output.mkdir(parents=True, exist_ok=True)
    return options


def main():
    options = parsed()
    bench = Bench(options)
    kernels = kernels_of(options.folders)
    if options.files and len(kernels) > options.files:
        kernels = [kernels[len(kernels) * number // options.files] for number in range(options.files)]
    if not kernels:
        sys.exit("no kernel with a header in " + ", ".join(map(str, options.folders)))
    bench.run(ALONE, kernels, [])
    everything, kernels = kernels, [kernel for kernel in kernels if any(kernel.runs[ALONE].made().values())]
    if not kernels:
        sys.exit("no kernel of which a rule makes a candidate")
    revision = subprocess.run(["git", "-C", str(measured.ROOT), "describe", "--always", "--dirty"], capture_output=True, text=True,
                              check=False).stdout.strip()
    asking = [kernel for kernel in kernels if any(one["ended"] != "not needed" for one in kernel.runs[ALONE].passes)]
    # A file that runs out of time only reflects the time limit.
    inferring = [kernel for kernel in asking if not kernel.runs[ALONE].is_cut_short()]
    figures = {"about": f"{datetime.date.today()}, revision {revision}, {measured.machine()}; {options.timeout:g} s a file; "
                        f"{len(everything)} files, {len(kernels)} with candidates, {len(asking)} of them with obligations that need invariants, "
                        f"{len(inferring)} of which were decided in time; "
                        f"{sum(kernel.runs[ALONE].verdict == 'verified' for kernel in kernels)} verified with all rules"}
    if options.only in (None, "rules"):
        figures["rules"] = bench.measure_rules(kernels)
        figures["trivial"] = sum(map(bench.trivial, kernels))
        figures["kernels"] = len(kernels)
        figures["influence"] = bench.influence(kernels)
        figures["cumulative"] = bench.cumulative(inferring, figures["rules"])
    if options.only in (None, "engines") and inferring:
        figures["engines"], figures["jaccard"] = bench.measure_engines(inferring)
        figures["speedups"] = bench.speedups(inferring)
    if options.only in (None, "optimisations"):
        names = optimisations.names_of(measured.ROOT / "docs/optimisations.md")
        figures["optimisations"] = optimisations.Optimisations(bench, everything, names, options.solvers, options.short).measure()
        (options.output / "optimisations.md").write_text("\n".join(optimisations.markdown(figures["optimisations"])) + "\n")
    bench.all_runs(everything)
    print("\n" + figures["about"])
    rules_page.write(figures, options.output / "rules.html")
    wrong = list(complaints(everything)) + list(optimisations.complaints(everything, options.solvers))
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
