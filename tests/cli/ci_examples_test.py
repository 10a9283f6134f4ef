"""The examples for continuous integration are what their services read, and their commands are commands of Launchproof.

usage: ci_examples_test.py PROGRAM EXAMPLES
"""

import pathlib
import re
import shlex
import subprocess
import sys
import unittest

import yaml

PROGRAM, EXAMPLES = "", ""


def lines_of(script):
    """Returns the shell lines of a step, which is a text or a list of texts."""
    return [line.strip() for part in ([script] if isinstance(script, str) else script) for line in part.splitlines() if line.strip()]


class CiExamples(unittest.TestCase):
    def read(self, name):
        return yaml.safe_load((pathlib.Path(EXAMPLES) / "ci" / name).read_text(encoding="utf-8"))

    def check_commands(self, lines):
        """Each Launchproof command line names a command, and options that this command has."""
        checked = 0
        for line in lines:
            words = shlex.split(line)
            if not words or words[0] != "launchproof":
                continue
            words = words[1:words.index("--")] if "--" in words else words[1:]
            command = [words[0], *(words[1:2] if words[0] in ("cache", "capture") else [])]
            done = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, line + done.stderr)
            for word in words[len(command):]:
                if word.startswith("-"):
                    self.assertRegex(done.stdout, rf"(^|[\s,]){re.escape(word)}(\s|,|$)", line)
            checked += 1
        self.assertGreaterEqual(checked, 2, lines)

    def check_baseline(self, lines, folder):
        (line,) = [line for line in lines if line.startswith("launchproof run")]
        self.assertIn(f" --baseline {folder}/results.json --first-run-ok ", line)

    def test_github(self):
        workflow = self.read("github.yml")
        # YAML reads the key `on` as true.
        self.assertEqual(set(workflow), {"name", True, "permissions", "jobs"})
        self.assertEqual(workflow["permissions"]["security-events"], "write")
        (job,) = workflow["jobs"].values()
        self.assertIn("runs-on", job)
        lines, used = [], {}
        for step in job["steps"]:
            self.assertEqual(len({"uses", "run"} & set(step)), 1, step)
            self.assertLessEqual(set(step), {"name", "uses", "run", "with", "if"}, step)
            lines += lines_of(step.get("run", ""))
            if "uses" in step:
                self.assertRegex(step["uses"], r"^[\w-]+/[\w/-]+@v\d+$")
                used[step["uses"].split("@")[0]] = step
        self.check_commands(lines)
        self.assertEqual(used["github/codeql-action/upload-sarif"]["with"]["sarif_file"], "results/results.sarif")
        self.assertIn("always()", used["github/codeql-action/upload-sarif"]["if"])
        # Also a night with findings keeps its results and the baseline.
        restored, saved = used["actions/cache/restore"], used["actions/cache/save"]
        self.assertEqual({key: restored["with"][key] for key in ("path", "key")}, saved["with"])
        self.assertIn("always()", saved["if"])
        cached, baseline = saved["with"]["path"].split()
        self.assertTrue(job["env"]["LAUNCHPROOF_CACHE"].endswith("/" + cached))
        self.check_baseline(lines, baseline)
        (collect,) = [step for step in job["steps"] if "launchproof cache gc" in step.get("run", "")]
        self.assertIn("always()", collect["if"])
        self.assertLess(job["steps"].index(collect), job["steps"].index(saved))
        self.assertIn("results/junit.xml", used["actions/upload-artifact"]["with"]["path"].split())

    def test_gitlab(self):
        pipeline = self.read("gitlab.yml")
        self.assertEqual(set(pipeline), {"stages", "launchproof"})
        job = pipeline["launchproof"]
        self.assertLessEqual(set(job), {"stage", "image", "timeout", "variables", "cache", "before_script", "script", "after_script",
                                        "allow_failure", "artifacts"})
        self.assertIn(job["stage"], pipeline["stages"])
        for key in ("before_script", "script", "after_script"):
            self.assertTrue(all(isinstance(line, str) for line in job[key]), job[key])
        self.check_commands(lines_of(job["script"]) + lines_of(job["after_script"]))
        self.assertEqual(job["variables"]["LAUNCHPROOF_CACHE"], "$CI_PROJECT_DIR/" + job["cache"]["paths"][0])
        self.assertEqual(job["cache"]["when"], "always")
        self.check_baseline(lines_of(job["script"]), job["cache"]["paths"][1])
        self.assertEqual(job["artifacts"]["reports"]["junit"], "results/junit.xml")
        self.assertEqual(job["artifacts"]["when"], "always")


if __name__ == "__main__":
    EXAMPLES, PROGRAM = sys.argv.pop(), sys.argv.pop()
    unittest.main(verbosity=2)
