"""Everything that docs/ci.md shows is run, in a workspace that is kept from night to night.

usage: ci_page_test.py PROGRAM REDUCTION_DEFECT REDUCTION_FIXED DOCS
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM, DEFECT, FIXED, DOCS = "", "", "", ""


def shown(page):
    """Returns command lines, including those inside of sentences, and fenced blocks of the page:
    ["launchproof ..."], [(language, text)]."""
    commands = re.findall(r"^    (launchproof .*)$|`(launchproof [a-z ]+ --[^`]*)`", page, re.MULTILINE)
    commands = [line or inline for line, inline in commands]
    return commands, re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


class CiPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.commands, cls.blocks = shown((pathlib.Path(DOCS) / "ci.md").read_text(encoding="utf-8"))

    def setUp(self):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="launchproof-nights-"))
        self.addCleanup(shutil.rmtree, self.place, ignore_errors=True)
        self.environment = {**os.environ, "LAUNCHPROOF_CACHE": str(self.place / "cache")}

    def tests(self, *programs):
        """Creates the project's ./tests, a script that runs these commands."""
        script = self.place / "tests"
        script.write_text("#!/bin/sh\n" + "".join(f"{shlex.quote(program)} >/dev/null\n" for program in programs) + "exit 0\n",
                          encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)

    def run_line(self, line):
        words = shlex.split(line)
        self.assertEqual(words[0], "launchproof")
        return subprocess.run([PROGRAM, *words[1:]], cwd=self.place, env=self.environment, capture_output=True, text=True, check=False,
                              timeout=300)

    def line(self, *parts):
        """Returns the only command of the page that contains these texts."""
        found = [line for line in self.commands if all(part in line for part in parts)]
        self.assertEqual(len(found), 1, (parts, found))
        return found[0]

    def expect(self, done, status):
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def test_every_command_runs_on_two_nights(self):
        self.tests(DEFECT, FIXED)
        (suppressions,) = [text for language, text in self.blocks if language == "json"]
        (self.place / "suppressions.json").write_text(suppressions, encoding="utf-8")
        statuses = {
            "run --ci -o results -- ./tests": 10,
            "report results --junit junit.xml --trace trace.json": 0,
            "run --ci -o results --baseline accepted/results.json --first-run-ok -- ./tests": 0,
            "report --index results accepted -o index.html": 0,
            "diff accepted results": 0,
            "run --ci -o results --suppressions suppressions.json -- ./tests": 10,
            "cache gc --max-size 200M": 0,
        }
        self.assertEqual({line.removeprefix("launchproof ") for line in self.commands}, set(statuses), "a command without a test")
        for night in (1, 2):
            for line in self.commands:
                done = self.run_line(line)
                with self.subTest(night=night, line=line):
                    self.expect(done, statuses[line.removeprefix("launchproof ")])
            for name in ("results.json", "report.html", "results.sarif", "junit.xml"):
                self.assertTrue((self.place / "results" / name).is_file(), name)
            self.assertTrue((self.place / "trace.json").is_file())

    def test_a_baseline_fails_for_what_is_new_alone(self):
        command = self.line("--first-run-ok")
        self.tests(FIXED)
        first = self.run_line(command)
        self.expect(first, 0)
        self.assertIn("baseline: accepted/results.json", first.stderr)
        accepted = (self.place / "accepted/results.json").read_text(encoding="utf-8")
        self.expect(self.run_line(command), 0)
        self.tests(FIXED, DEFECT)
        third = self.run_line(command)
        self.expect(third, 10)
        self.assertIn("1 new", third.stderr)
        self.assertEqual((self.place / "accepted/results.json").read_text(encoding="utf-8"), accepted, "only the first night makes it")
        # The findings are accepted by copying, as the page says.
        shutil.copy(self.place / "results/results.json", self.place / "accepted/results.json")
        fourth = self.run_line(command)
        self.expect(fourth, 0)
        self.assertIn("let pass: in the baseline", fourth.stderr)
        summary = fourth.stderr[fourth.stderr.index("kernel"):]
        self.assertNotIn(" | ", summary, "what is known is one line, without the source")
        self.assertIn(" | ", third.stderr)

    def test_no_first_run_hides_a_failure(self):
        command = self.line("--first-run-ok")
        self.tests("/bin/true")
        self.expect(self.run_line(command), 12)
        self.assertFalse((self.place / "accepted").exists())
        self.tests(FIXED)
        (self.place / "tests").write_text((self.place / "tests").read_text().replace("exit 0", "exit 3"))
        self.expect(self.run_line(command), 3)
        self.assertFalse((self.place / "accepted").exists())

    def test_the_comment_of_the_page_suppresses(self):
        (kernel,) = [text for language, text in self.blocks if language == "c"]
        (self.place / "mark.cl").write_text(kernel, encoding="utf-8")
        check = "launchproof check mark.cl --local-size 8 --num-groups 2 --buffer flags=64 --ci -o out"
        done = self.run_line(check)
        self.expect(done, 0)
        self.assertIn("let pass: suppressed by mark.cl:2: any winner will do", done.stdout)
        log = json.loads((self.place / "out/results.sarif").read_text(encoding="utf-8"))
        (suppression,) = [one for result in log["runs"][0]["results"] for one in result.get("suppressions", [])]
        self.assertEqual(suppression["kind"], "inSource")
        self.assertEqual(suppression["justification"], "any winner will do")
        self.assertIn("any winner will do", (self.place / "out/report.html").read_text(encoding="utf-8"))
        (self.place / "mark.cl").write_text(kernel.replace(": any winner will do", ""), encoding="utf-8")
        bare = self.run_line(check)
        self.expect(bare, 10)
        self.assertIn("mark.cl:2: launchproof-ignore gives no reason", bare.stdout)
        (self.place / "mark.cl").write_text(kernel.replace("data-race", "out-of-bounds"), encoding="utf-8")
        other = self.run_line(check)
        self.expect(other, 10)
        self.assertIn("matches no finding of these results", other.stdout)

    def test_suites_name_the_application(self):
        self.tests(DEFECT)
        self.expect(self.run_line(self.line("run --ci -o results -- ./tests")), 10)
        suites = xml.etree.ElementTree.parse(self.place / "results/junit.xml").getroot()
        for suite in suites.iter("testsuite"):
            self.assertTrue(suite.get("name").startswith("tests: "), suite.get("name"))
        for case in suites.iter("testcase"):
            self.assertTrue(case.get("classname").startswith("tests."), case.get("classname"))


if __name__ == "__main__":
    PROGRAM, DEFECT, FIXED, DOCS = sys.argv[1:5]
    unittest.main(argv=sys.argv[:1])
