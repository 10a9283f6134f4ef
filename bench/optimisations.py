"""Measures the worth of the two-thread engine's optimisations for each solver, and makes the tables that
rules.py writes about them."""

import re
import shutil

SOLVERS = ["z3", "cvc4", "cvc5"]
WATCHDOG = "watchdog"  # the step from the original encoding to the default one
ENCODINGS = ["original", "watchdog-single", "watchdog-multiple"]
# The optimisations of the papers' baseline come first, then those that the papers added, in their order; then the
# engine's own.
BASELINE = ["typed-memory", "uniformity", "equal-reads"]
ORDER = [*BASELINE, "redundant-reads", "barrier-intervals", "private-arrays", WATCHDOG]
NOTHING, EVERYTHING = "nothing", "everything"
TIMED_OUT = {"solver-timeout", "class-timeout"}

# The total seconds of 492 kernels in CAV 2014, with each step added to the previous ones, for Z3 and CVC4.
PAPER_STEPS = {"baseline": (11882, 6080), "redundant-reads": (10464, 5000), "barrier-intervals": (10016, 5002), "private-arrays": (8206, 4450),
               WATCHDOG: (5774, 3448)}
PAPER_PORTFOLIO = ("492 kernels of CAV 2014: both solvers with all optimisations 2,900 s, all solvers and configurations 2,825 s; of the baseline 4,875 s. "
                   "Bytes in place of typed memory: 31 more time-outs and 6.6 times the time; without uniformity analysis 6 and 1.9 times (365 kernels).")


def names_of(page):
    """Returns the names of the optimisations, from docs/optimisations.md, in the order in which they are
    added."""
    names = re.findall(r"^\| `([\w-]+)` \|", page.read_text(), re.MULTILINE)
    ordered = [name for name in ORDER if name == WATCHDOG or name in names]
    return ordered + [name for name in names if name not in ordered]


def installed():
    return [name for name in SOLVERS if name == "z3" or shutil.which(name)]  # Z3 is built in


def words_without(left_out):
    """Returns the options of check that omit these steps."""
    words = [f"--omit-optimisation={name}" for name in left_out if name != WATCHDOG]
    return [*words, "--race-instrumenter=original"] if WATCHDOG in left_out else words


def is_timed_out(run):
    return run.verdict == "unknown" and not TIMED_OUT.isdisjoint(run.causes)


class Optimisations:
    """Runs the kernels of a bench in many configurations; a configuration of a solver is named `solver: what`."""

    def __init__(self, bench, kernels, names, solvers, is_short):
        self.bench, self.kernels, self.names, self.solvers, self.is_short = bench, kernels, names, solvers, is_short

    def run(self, solver, what, extra):
        name = f"{solver}: {what}"
        self.bench.run(name, self.kernels, [f"--solver={solver}", *extra])
        return name

    def total(self, name):
        """Returns seconds, time-outs and the number verified. A kernel that runs out of time counts with
        its time limit."""
        runs = [kernel.runs[name] for kernel in self.kernels]
        return sum(run.seconds for run in runs), sum(map(is_timed_out, runs)), sum(run.verdict == "verified" for run in runs)

    def cumulative(self):
        """Measures from no optimisations to all of them, one step after the other, for each solver."""
        rows = []
        for count in (0, len(self.names)) if self.is_short else range(len(self.names) + 1):
            what = f"with {self.names[count - 1]}" if count else NOTHING
            what = EVERYTHING if count == len(self.names) else what
            row = [self.names[count - 1] if count else NOTHING]
            for solver in self.solvers:
                row += self.total(self.run(solver, what, words_without(self.names[count:])))
            row += PAPER_STEPS.get("baseline" if row[0] == BASELINE[-1] else row[0], ("", ""))
            rows.append(row)
        return self.bench.table("optimisations.tsv", ["step", *(f"{solver}_{what}" for solver in self.solvers for what in ("seconds", "timeouts", "verified")),
                                                      "paper_z3_seconds", "paper_cvc4_seconds"], rows)

    def ablations(self):
        """Measures with one optimisation omitted at a time, and with the other encodings of races."""
        rows = []
        changes = [(f"without {name}", words_without([name])) for name in self.names if name != WATCHDOG]
        changes += [(encoding, [f"--race-instrumenter={encoding}"]) for encoding in ENCODINGS[:2]]
        changes = changes[-3:] if self.is_short else changes
        for solver in self.solvers:
            before, outs, verified = self.total(f"{solver}: {EVERYTHING}")
            for what, words in changes:
                seconds, now_out, now_verified = self.total(self.run(solver, what, words))
                rows.append((solver, what, seconds, seconds / max(before, 1e-3), now_out - outs, now_verified - verified))
        return self.bench.table("ablations.tsv", ["solver", "what", "seconds", "times", "more_timeouts", "more_verified"], rows)

    def portfolio(self):
        """Computes the ideal portfolios, in which the fastest solver counts for each kernel, and measures
        two solvers that are really asked at once."""
        def best(names):
            runs = [min((kernel.runs[name] for name in names), key=lambda run: (run.verdict == "unknown", run.seconds)) for kernel in self.kernels]
            return sum(run.seconds for run in runs), sum(map(is_timed_out, runs)), sum(run.verdict == "verified" for run in runs)
        everything = [f"{solver}: {EVERYTHING}" for solver in self.solvers]
        nothing = [f"{solver}: {NOTHING}" for solver in self.solvers]
        tried = sorted({name for kernel in self.kernels for name in kernel.runs if name.split(":")[0] in self.solvers})
        rows = [(f"{solver} alone", *self.total(f"{solver}: {EVERYTHING}")) for solver in self.solvers]
        rows += [("the sooner solver, nothing", *best(nothing)), ("the sooner solver, everything", *best(everything)),
                 ("the soonest solver and configuration", *best(tried))]
        if len(self.solvers) > 1:
            both = "+".join(self.solvers)
            rows.append((f"{both}, asked at once", *self.total(self.run(both, EVERYTHING, []))))
        return self.bench.table("portfolio.tsv", ["what", "seconds", "timeouts", "verified"], rows)

    def scatter(self):
        """Returns the seconds of each kernel with all optimisations, by solver."""
        rows = [[kernel.name(), *(value for solver in self.solvers
                                  for value in (kernel.runs[f"{solver}: {EVERYTHING}"].verdict, float(kernel.runs[f"{solver}: {EVERYTHING}"].seconds)))]
                for kernel in self.kernels]
        return self.bench.table("scatter.tsv", ["kernel", *(f"{solver}_{what}" for solver in self.solvers for what in ("verdict", "seconds"))], rows)

    def measure(self):
        figures = {"solvers": self.solvers, "steps": self.cumulative()}
        figures["ablations"] = self.ablations()
        figures["portfolio"] = self.portfolio()
        figures["scatter"] = self.scatter()
        return figures


def markdown(figures):
    """Makes the tables of docs/experiments.md from these figures."""
    solvers = figures["solvers"]

    def lines(head, rows):
        yield "| " + " | ".join(head) + " |"
        yield "|" + "---|" * len(head)
        yield from ("| " + " | ".join(row) + " |" for row in rows)
        yield ""

    def of(seconds, outs, verified):
        return f"{seconds:.0f} s, {outs}, {verified}"

    steps = [[f"`{row[0]}`", *(of(*row[1 + 3 * number:4 + 3 * number]) for number in range(len(solvers))), str(row[-2]), str(row[-1])]
             for row in figures["steps"]]
    yield from lines(["with", *(f"{solver}: seconds, time-outs, verified" for solver in solvers), "papers: Z3", "CVC4"], steps)
    left_out = {}
    for solver, what, _, times, outs, verified in figures["ablations"]:
        left_out.setdefault(what, {})[solver] = f"{times:.2f}, {outs:+d}, {verified:+d}"
    yield from lines(["all but", *(f"{solver}: times as long, time-outs, verified" for solver in solvers)],
                     [[what, *(by.get(solver, "") for solver in solvers)] for what, by in left_out.items()])
    yield from lines(["portfolio", "seconds, time-outs, verified"], [[row[0], of(*row[1:])] for row in figures["portfolio"]])
    for number, solver in enumerate(solvers[1:], 1):
        sooner = sum(row[2 + 2 * number] < row[2] for row in figures["scatter"])
        alone = [sum(row[a] == "verified" and row[b] != "verified" for row in figures["scatter"]) for a, b in ((1 + 2 * number, 1), (1, 1 + 2 * number))]
        yield (f"{solver} is sooner than {solvers[0]} with {sooner} of {len(figures['scatter'])} kernels; {solver} alone verifies {alone[0]}, "
               f"{solvers[0]} alone {alone[1]}.")


def complaints(kernels, solvers):
    """Returns encodings with contradictory verdicts: all three must agree about races."""
    for kernel in kernels:
        for solver in solvers:
            whole = kernel.runs.get(f"{solver}: {EVERYTHING}")
            for encoding in ENCODINGS[:2]:
                other = kernel.runs.get(f"{solver}: {encoding}")
                if whole and other and {whole.verdict, other.verdict} in ({"verified", "defect"}, {"verified", "possible-defect"}):
                    yield f"{kernel.name()}: {whole.verdict} with {ENCODINGS[2]}, {other.verdict} with {encoding} ({solver})"


def page(figures, plots, table):
    """Makes the part of the page that shows these figures."""
    solvers = figures["solvers"]
    yield "<h2>Optimisations, added one after the other</h2>"
    yield ("<p>Total seconds over all kernels, where a time-out counts with the time that it had; from nothing and the original encoding of races to everything. The papers have no "
           "step for typed memory and uniformity, which their baseline has. Without private arrays these are memory of which any value is read here, and not maps of what was stored.</p>")
    yield table(["with", *(f"{solver}, {what}" for solver in solvers for what in ("seconds", "time-outs", "verified")), "papers: Z3, seconds", "CVC4, seconds"],
                figures["steps"])
    names = [row[0] for row in figures["steps"]]
    yield plots.bars("Total seconds", names, [(solver, [row[1 + 3 * number] for row in figures["steps"]]) for number, solver in enumerate(solvers)])
    yield "<h2>Everything but one</h2>"
    yield table(["solver", "what", "seconds", "times as long", "more time-outs", "more verified"], figures["ablations"])
    yield f"<h2>Portfolio of solvers</h2><p>{PAPER_PORTFOLIO}</p>"
    yield table(["what", "seconds", "time-outs", "verified"], figures["portfolio"])
    for number, solver in enumerate(solvers[1:], 1):
        points = [(row[2], row[2 + 2 * number]) for row in figures["scatter"]]
        yield plots.scatter(f"Seconds of each kernel: {solvers[0]} and {solver}", points, (solvers[0], solver))
