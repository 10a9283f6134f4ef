#!/usr/bin/env python3
"""Runs the short form of rules.py on a few kernel cases and looks at what it writes."""

import argparse
import csv
import html.parser
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import measured
import optimisations
import rules

OPTIONS = argparse.Namespace()
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def plotting():
    """Returns a Python that has matplotlib, or None: this one, or the system's, for which scripts/setup
    installs it."""
    for python in (sys.executable, "/usr/bin/python3"):
        if pathlib.Path(python).exists() and subprocess.run([python, "-c", "import matplotlib"], capture_output=True, check=False).returncode == 0:
            return python
    return None


PLOTTING = plotting()


class Outside(html.parser.HTMLParser):
    """Collects everything that a page would load, and elements that are not closed."""

    def __init__(self):
        super().__init__()
        self.loaded, self.open, self.pictures, self.rows = [], [], 0, 0

    def handle_starttag(self, tag, attrs):
        self.loaded += [value for name, value in attrs if name in ("src", "href", "xlink:href") and not value.startswith(("#", "data:"))]
        self.loaded += [tag] if tag in ("script", "link", "iframe") else []
        self.pictures += tag == "svg"
        self.rows += tag == "tr"
        if tag in ("table", "tr", "svg", "body", "h2", "p"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()


class Short(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.kernels = pathlib.Path(cls.folder.name, "kernels")
        cls.kernels.mkdir()
        for name in ("tiles.cl", "strided_loop.cl"):
            text = (measured.ROOT / "tests/kernels/two_thread" / name).read_text()
            # Something is written between the barriers around the reads; otherwise, the reads would not be
            # logged.
            text = text.replace("tile[16]", "tile[32]").replace("sum += tile[k];", "sum += tile[k];\n    tile[16 + local_id] = sum;")
            (cls.kernels / name).write_text(text)
        # These kernels are verified without any rule.
        (cls.kernels / "trivial.cl").write_text(
            "// expect: verified\n// launch: --local-size=8 --num-groups=2 --buffer=a=64\n__kernel void k(__global int* a) {\n"
            "  for (int i = 0; i < 9; i++) a[get_global_id(0)] = i;\n}\n")
        cls.output = pathlib.Path(cls.folder.name, "figures")
        cls.done = cls.start(cls.kernels)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def start(cls, *folders):
        program = pathlib.Path(__file__).with_name("rules.py")
        return subprocess.run([PLOTTING or sys.executable, program, "--launchproof", OPTIONS.launchproof, "--short", "--timeout=60", "--output",
                               cls.output, *folders], capture_output=True, text=True, check=False)

    def rows(self, name):
        with (self.output / name).open() as stream:
            return list(csv.DictReader(stream, delimiter="\t"))

    def test_all_is_well(self):
        self.assertEqual(self.done.returncode, 0, self.done.stdout + self.done.stderr)
        self.assertIn("3 files, 3 with candidates, 2 of them with obligations that need invariants, 2 of which were decided in time", self.done.stdout)

    def test_rules(self):
        rows = {row["rule"]: row for row in self.rows("rules.tsv")}
        for row in rows.values():
            self.assertLessEqual(int(row["kept"]), int(row["judged"]))
            self.assertLessEqual(int(row["judged"]), int(row["made"]))
        self.assertEqual(rows["guardBound"]["trivial_kernels"], "1")
        self.assertEqual(rows["guardBound"]["other_kernels"], "2")
        self.assertEqual(rows["noread"]["other_kernels"], "1")
        # Tiles are not verified without them.
        self.assertEqual(rows["noread"]["worth"], "1")
        self.assertEqual(rows["predicatedEquality"]["worth"], "0")

    def test_engines(self):
        rows = {row["engine"]: row for row in self.rows("engines.tsv")}
        for name in ("DYN", "SBASE"):
            self.assertGreater(int(rows[name]["refuted"]), 0)
            self.assertLessEqual(int(rows[name]["refuted"]), int(rows["Houdini"]["refuted"]))
        indices = {(row["engine"], row["other"]): float(row["index"]) for row in self.rows("jaccard.tsv")}
        self.assertEqual(indices["DYN", "DYN"], 1)
        self.assertEqual(indices["DYN", "SBASE"], indices["SBASE", "DYN"])
        self.assertLess(indices["DYN", "SBASE"], 1)

    def test_more_rules_verify_more(self):
        self.assertEqual([row["verified"] for row in self.rows("cumulative.tsv")], ["0", "2"])

    def test_influence(self):
        rows = self.rows("influence.tsv")
        self.assertGreater(len(rows), 5)
        for row in rows:
            self.assertNotEqual(row["omitted"], row["rule"])
            self.assertGreater(int(row["kept_with"]), 0)
            self.assertAlmostEqual(float(row["share"]), int(row["kept_without"]) / int(row["kept_with"]), places=2)

    def test_speedups(self):
        for row in self.rows("speedups.tsv"):
            self.assertLessEqual(float(row["worst"]), float(row["best"]))
            self.assertEqual(row["verified"], "2")

    def test_optimisations(self):
        rows = self.rows("optimisations.tsv")
        solvers = [name.removesuffix("_seconds") for name in rows[0] if name.endswith("_seconds") and not name.startswith("paper")]
        self.assertEqual([row["step"] for row in rows[:1]], ["nothing"])
        for solver in solvers:
            self.assertEqual([row[f"{solver}_verified"] for row in rows], ["3", "3"])
            self.assertEqual([row[f"{solver}_timeouts"] for row in rows], ["0", "0"])
            self.assertGreater(float(rows[0][f"{solver}_seconds"]), 0)
        changes = {row["what"] for row in self.rows("ablations.tsv")}
        self.assertLessEqual({"original", "watchdog-single"}, changes)
        self.assertEqual(len([row for row in self.rows("ablations.tsv") if row["more_verified"] != "0"]), 0)
        portfolio = {row["what"]: float(row["seconds"]) for row in self.rows("portfolio.tsv")}
        for solver in solvers:
            self.assertLessEqual(portfolio["the sooner solver, everything"], portfolio[f"{solver} alone"] + 0.002)
        self.assertLessEqual(portfolio["the soonest solver and configuration"], portfolio["the sooner solver, everything"] + 0.002)
        self.assertEqual(len(self.rows("scatter.tsv")), 3)

    def test_time_outs_are_told_from_other_unknowns(self):
        run = lambda verdict, causes: argparse.Namespace(verdict=verdict, causes=set(causes))
        self.assertTrue(optimisations.is_timed_out(run("unknown", ["class-timeout", "size-not-known"])))
        self.assertFalse(optimisations.is_timed_out(run("unknown", ["size-not-known"])))
        self.assertFalse(optimisations.is_timed_out(run("verified", ["solver-timeout"])))

    def test_what_is_cut_short_is_not_compared(self):
        def run(verdict, *causes):
            details = {"data-race": {"causes": [{"cause": cause} for cause in causes]}}
            return rules.Run({"results": [{"verdict": verdict, "property_details": details}], "seconds": 1.0}, [])
        self.assertFalse(run("verified").is_cut_short())
        self.assertFalse(run("possible-defect", "loop-abstraction").is_cut_short())
        self.assertTrue(run("possible-defect", "class-timeout").is_cut_short())
        self.assertTrue(run("unknown", "solver-timeout").is_cut_short())

    def test_passes_are_told_in_any_order(self):
        def passes(*names):
            return [{"kernel": "k", "pass": name, "candidates": [{"rule": f"of {name} {i}"}]} for i, name in enumerate(names)]
        keys = lambda *names: {key for key, *_ in rules.Run({"results": [], "seconds": 1.0}, passes(*names)).candidates()}
        self.assertEqual(keys("one", "two", "two", "other"), keys("one", "other", "two", "two"))
        self.assertEqual(len(keys("one", "two", "two", "other")), 4)

    def test_a_file_that_fails_and_is_verified_is_told(self):
        def kernel(expected, verdict, causes=()):
            path = pathlib.Path(self.folder.name, f"{expected}.cl")
            path.write_text(f"// expect: {expected}\n// launch: --local-size=8\n__kernel void k() {{ for (;;) {{}} }}\n")
            case = rules.case_of(path)
            case.runs[rules.ALONE] = argparse.Namespace(verdict=verdict, verdicts=[verdict], causes=set(causes))
            return case
        self.assertEqual(len(list(rules.complaints([kernel("defect", "verified")]))), 1)
        self.assertEqual(len(list(rules.complaints([kernel("possible-defect", "verified")]))), 1)
        self.assertEqual(list(rules.complaints([kernel("defect", "possible-defect"), kernel("verified", "verified"), kernel("unknown", "verified"),
                                                kernel("defect", "verified", ["annotation-not-judged"])])), [])

    def test_every_optimisation_is_a_step(self):
        names = optimisations.names_of(measured.ROOT / "docs/optimisations.md")
        self.assertEqual(len(names), len(set(names)))
        self.assertLess(names.index("uniformity"), names.index("watchdog"))
        self.assertEqual(optimisations.words_without(names[-1:]), [f"--omit-optimisation={names[-1]}"])
        self.assertEqual(optimisations.words_without(["watchdog"]), ["--race-instrumenter=original"])

    def test_the_page_stands_alone(self):
        page = Outside()
        page.feed((self.output / "rules.html").read_text())
        self.assertEqual((page.loaded, page.open), ([], []))
        self.assertGreater(page.rows, 30)
        self.assertEqual("no plots" in self.done.stdout, PLOTTING is None)
        self.assertTrue(page.pictures > 5 or PLOTTING is None)

    @unittest.skipUnless(CHROMIUM, "Chromium is not installed")
    def test_the_page_renders_in_a_browser(self):
        page = self.output / "rules.html"
        picture = pathlib.Path(self.folder.name, "page.png")
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage",
                   "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--log-level=0", "--window-size=1280,8000",
                   f"--user-data-dir={self.folder.name}/profile"]
        done = subprocess.run([*command, "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual((done.returncode, [line for line in done.stderr.splitlines() if "CONSOLE" in line]), (0, []), done.stderr)
        written, shown = Outside(), Outside()
        written.feed(page.read_text())
        shown.feed(done.stdout)
        self.assertEqual((shown.rows, shown.pictures), (written.rows, written.pictures))
        subprocess.run([*command, f"--screenshot={picture}", page.as_uri()], capture_output=True, timeout=120, check=True)
        self.assertGreater(picture.stat().st_size, 100_000)  # an empty page of this size takes some 46 kB

    def test_a_folder_without_kernels_is_named(self):
        empty = pathlib.Path(self.folder.name, "empty")
        empty.mkdir(exist_ok=True)
        done = self.start(empty)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"no kernel with a header in {empty}", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--launchproof", type=pathlib.Path, default=measured.ROOT / "build/bin/launchproof")
    parser.parse_args(namespace=OPTIONS)
    unittest.main(argv=sys.argv[:1])
