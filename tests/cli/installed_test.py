"""Installs a build into an empty folder and uses what is there.

usage: installed_test.py CMAKE BUILD EXAMPLES    (the folder of the examples' sources; their programs are in BUILD/bin/examples)
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # what is measured or judged here is done here

CMAKE, BUILD, EXAMPLES = "", "", ""


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="launchproof-installed-")
        cls.root = pathlib.Path(cls.temporary.name)
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", cls.root / "usr"], check=True, stdout=subprocess.DEVNULL)
        cls.program = cls.root / "usr/bin/launchproof"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def launchproof(self, *words):
        environment = {**os.environ, "HOME": str(self.root), "XDG_CACHE_HOME": str(self.root / "cache")}
        return subprocess.run([self.program, *words], capture_output=True, text=True, check=False, env=environment, cwd=self.root)

    def test_nothing_but_what_is_named_is_installed(self):
        files = {str(path.relative_to(self.root / "usr")) for path in (self.root / "usr").rglob("*") if path.is_file()}
        files = {name for name in files if not name.startswith("share/doc/launchproof/")}
        self.assertEqual(files, {"bin/launchproof", "lib/launchproof/liblaunchproof_shim.so", "share/man/man1/launchproof.1",
                                 "share/bash-completion/completions/launchproof"})

    def test_a_file_is_checked(self):
        done = self.launchproof("check", os.path.join(EXAMPLES, "reduction/fixed.cl"), "--local-size", "256", "--num-groups", "4")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_an_application_is_recorded_under_the_installed_shim(self):
        done = self.launchproof("run", "-o", "out", "--", os.path.join(BUILD, "bin/examples/reduction_defect"))
        self.assertEqual(done.returncode, 10, done.stdout + done.stderr)
        self.assertTrue((self.root / "out/report.html").is_file())


if __name__ == "__main__":
    EXAMPLES, BUILD, CMAKE = sys.argv.pop(), sys.argv.pop(), sys.argv.pop()
    unittest.main(verbosity=2)
