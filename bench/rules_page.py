"""Writes the page of bench/rules.py: its tables with plots, next to the figures of the papers."""

import html
import io

import optimisations

# The papers' figures: kernels for which the rule makes candidates, the share of candidates that are kept,
# and kernels that need the rule.
PAPER_RULES = {"r0": (70, 74, 36), "r1": (211, 89, 88), "r2": (30, 83, 3), "r3": (30, 60, 3), "r4": (92, 59, 0), "r5": (147, 99, 1),
               "r6": (84, 100, 3), "r7": (46, 91, 32), "r8": (190, 75, 0), "r9": (255, 47, 30), "r10": (149, 87, 113), "r11": (46, 91, 4),
               "r12": (103, 49, 45), "r13": (116, 52, 36), "r14": (55, 40, 16), "r15": (55, 29, 0), "r16": (46, 4, 1), "r17": (14, 4, 10),
               "r18": (7, 90, 1)}
# Candidates refuted per second, on two machines.
PAPER_THROUGHPUT = {"Houdini": "0.32/0.36", "SBASE": "0.73/0.74", "SSTEP": "0.23/0.23", "LU(1)": "0.37/0.39", "DYN": "2.92/0.81"}
PAPER_SPEEDUPS = "Of all kernels together, on two machines: 1.17 and 1.01 for the best sequence, 1.27 and 1.11 for DYN and SBASE beside Houdini."
PAPER_KERNELS = "Of 383 kernels 130 trivial, 129 of which were verified, and 253 others, 231 of which were verified; without rules 130 and 0."

STYLE = """
body { font: 15px/1.5 sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; color: #1a1a1a; background: #fff }
table { border-collapse: collapse; margin: 1em 0 } th, td { padding: .2em .5em; border-bottom: 1px solid #ddd; text-align: left }
td.number { text-align: right; font-variant-numeric: tabular-nums } svg { max-width: 100%; height: auto } h2 { margin-top: 2em }
"""


def table(head, rows):
    def cell(value):
        if isinstance(value, float):
            return f'<td class="number">{value:.2f}</td>'
        return f'<td class="number">{value}</td>' if isinstance(value, int) else f"<td>{html.escape(str(value))}</td>"
    lines = ["<table><thead><tr>" + "".join(f"<th scope=\"col\">{html.escape(name)}</th>" for name in head) + "</tr></thead><tbody>"]
    lines += ["<tr>" + "".join(map(cell, row)) + "</tr>" for row in rows]
    return "\n".join([*lines, "</tbody></table>"])


class Plots:
    """Returns SVG pictures made by matplotlib, or none if it is not installed."""

    def __init__(self):
        try:
            import matplotlib  # pylint: disable=import-outside-toplevel
            matplotlib.use("svg")
            matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "launchproof", "figure.autolayout": True, "font.size": 9})
            from matplotlib import pyplot  # pylint: disable=import-outside-toplevel
            self.pyplot = pyplot
        except ImportError:
            self.pyplot = None

    def draw(self, title, width, height, paint):
        if self.pyplot is None:
            return ""
        figure, axes = self.pyplot.subplots(figsize=(width, height))
        paint(axes)
        axes.set_title(title)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
        self.pyplot.close(figure)
        svg = text.getvalue()
        return svg[svg.index("<svg"):].replace("<svg", f'<svg role="img" aria-label="{html.escape(title)}"', 1)

    def bars(self, title, names, series):
        def paint(axes):
            places = range(len(names))
            share = 0.8 / len(series)
            for number, (label, values) in enumerate(series):
                axes.barh([place + number * share for place in places], values, height=share, label=label)
            axes.set_yticks([place + 0.4 - share / 2 for place in places], names)
            axes.invert_yaxis()
            if len(series) > 1:
                axes.legend()
        return self.draw(title, 8, 1 + 0.28 * max(4, len(names)), paint)

    def heat(self, title, rows, columns, cells, most):
        def paint(axes):
            values = [[cells.get((row, column), float("nan")) for column in columns] for row in rows]
            image = axes.imshow(values, cmap="viridis", vmin=0, vmax=most, aspect="auto")
            axes.set_xticks(range(len(columns)), columns, rotation=60, ha="right")
            axes.set_yticks(range(len(rows)), rows)
            axes.figure.colorbar(image)
        return self.draw(title, 8.5, 1.5 + 0.28 * max(6, len(rows)), paint)

    def line(self, title, x, y, labels):
        def paint(axes):
            axes.plot(x, y, marker="o")
            axes.set_xlabel(labels[0])
            axes.set_ylabel(labels[1])
            axes.set_ylim(bottom=0)
        return self.draw(title, 7, 3.5, paint)


    def scatter(self, title, points, labels):
        def paint(axes):
            most = max(max(pair) for pair in points)
            least = max(min(min(pair) for pair in points), 1e-3)
            axes.loglog([least, most], [least, most], color="#bbb", linewidth=1)
            axes.loglog([pair[0] for pair in points], [pair[1] for pair in points], "o", markersize=3)
            axes.set_xlabel(labels[0] + ", seconds")
            axes.set_ylabel(labels[1] + ", seconds")
        return self.draw(title, 5, 5, paint)


def of_rules(figures, plots):
    rows = figures["rules"]
    used = [row for row in rows if row[4]]
    yield "<h2>Rules</h2>"
    yield (f"<p>{figures['trivial']} of {figures['kernels']} kernels are trivial: verified with no rule at all. <em>Judged</em> are candidates "
           "of which Houdini came to an end; where everything held without invariants it was not asked. <em>Worth</em>: kernels that are no longer "
           f"verified without the rule. {PAPER_KERNELS}</p>")
    shown = [[*row[:7], row[7] * 100, row[8], *PAPER_RULES.get(row[1], ("", "", ""))] for row in rows]
    yield table(["rule", "paper", "trivial kernels", "others", "made", "judged", "kept", "hit rate, %", "worth", "paper: kernels", "hit rate, %",
                 "worth"], shown)
    names = [row[0] for row in used]
    if names:
        yield plots.bars("Kernels that a rule makes candidates of", names, [("trivial", [row[2] for row in used]), ("others", [row[3] for row in used])])
        yield plots.bars("Hit rate, %", names, [("here", [100 * row[7] for row in used]),
                                                ("paper", [PAPER_RULES.get(row[1], (0, 0, 0))[1] for row in used])])
        yield plots.bars("Kernels lost without the rule", names, [("here", [row[8] for row in used]),
                                                                  ("paper", [PAPER_RULES.get(row[1], (0, 0, 0))[2] for row in used])])
    cells = {(row[0], row[1]): row[4] for row in figures["influence"]}
    if cells:
        rows_there = [row[0] for row in rows if any(row[0] == omitted for omitted, _ in cells)]
        columns = [row[0] for row in rows if any(row[0] == other for _, other in cells)]
        yield "<h2>Influence</h2><p>Of the candidates of a rule (columns), the share that is kept without another rule (rows).</p>"
        yield plots.heat("Share kept", rows_there, columns, cells, 1)
    steps = figures["cumulative"]
    yield "<h2>Rules added one after the other</h2><p>The most general ones first, on the kernels that need invariants.</p>"
    yield table(["rules", "the last one", "verified", "seconds"], steps)
    yield plots.line("Cost of more rules", [row[0] for row in steps], [row[3] for row in steps], ("rules", "seconds, all kernels"))


def of_engines(figures, plots):
    engines = figures["engines"]
    yield "<h2>Refutation engines</h2>"
    yield ("<p>Each engine alone, before Houdini, on all candidates of the kernels that need invariants. Houdini's seconds hold the proof of what stands. The papers' "
           "figures are of two machines and of their own candidates: the order can be compared, the numbers cannot.</p>")
    yield table(["engine", "refuted", "seconds", "refuted a second", "papers"], engines)
    yield plots.bars("Candidates refuted a second", [row[0] for row in engines], [("here", [row[3] for row in engines])])
    names = [row[0] for row in engines[1:]]
    yield "<h2>What two engines both refute</h2>"
    cells = {(row[0], row[1]): row[2] for row in figures["jaccard"]}
    yield table(["Jaccard index", *names], [[name, *[cells[name, other] for other in names]] for name in names])
    yield plots.heat("Jaccard index", names, names, cells, 1)
    speedups = figures["speedups"]
    yield f"<h2>Speed-ups</h2><p>The seconds of a kernel with Houdini alone, all passes and its translation included, divided by those with the engines; above 1 is faster. {PAPER_SPEEDUPS}</p>"
    yield table(["configuration", "seconds alone", "seconds", "all together", "median", "best", "worst",
                 "inference alone, all together", "verified"], speedups)
    yield plots.bars("Speed-up of all kernels together", [row[0] for row in speedups],
                     [("all together", [row[3] for row in speedups]), ("median", [row[4] for row in speedups])])


def write(figures, path):
    plots = Plots()
    parts = ["<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8"><title>Rules, refutation engines and optimisations</title>',
             f"<style>{STYLE}</style></head><body>", "<h1>Rules, refutation engines and optimisations of the two-thread engine</h1>",
             f"<p>{html.escape(figures['about'])}</p>"]
    if plots.pyplot is None:
        parts.append("<p>Without plots: python3-matplotlib is not installed.</p>")
        print("no plots: python3-matplotlib is not installed for this python3", flush=True)
    if "rules" in figures:
        parts += of_rules(figures, plots)
    if "engines" in figures:
        parts += of_engines(figures, plots)
    if "optimisations" in figures:
        parts += optimisations.page(figures["optimisations"], plots, table)
    path.write_text("\n".join([*parts, "</body></html>"]) + "\n", encoding="utf-8")
