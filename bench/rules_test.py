#!/usr/bin/env python3
"""Runs the short form of rules.py on a few kernel cases and looks at what it writes."""

import argparse
import csv
import html.parser
import pathlib
import subprocess
import sys
import tempfile
import unittest

import measured
import optimisations

OPTIONS = argparse.Namespace()


class Outside(html.parser.HTMLParser):
    """Whatever a page would load, and elements that are not closed."""

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
            # Something is written between the barriers around the reads, or these were not logged.
            text = text.replace("tile[16]", "tile[32]").replace("sum += tile[k];", "sum += tile[k];\n    tile[16 + local_id] = sum;")
            (cls.kernels / name).write_text(text)
        # Verified without any rule.
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
        return subprocess.run([sys.executable, program, "--launchproof", OPTIONS.launchproof, "--short", "--timeout=60", "--output",
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
        self.assertTrue(page.pictures > 5 or "no plots" in self.done.stdout)

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
