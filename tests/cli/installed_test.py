"""Installs a build into an empty folder and uses what is there.

usage: installed_test.py CMAKE BUILD EXAMPLES    (the folder of the examples' sources; their programs are in BUILD/bin/examples)
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # measurements must not use results of earlier runs

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
        library = {name for name in files if name.startswith(("include/launchproof/capture/", "lib/cmake/LaunchproofCapture/"))}
        self.assertIn("include/launchproof/capture/reader.h", library)
        self.assertEqual(files - library, {"bin/launchproof", "lib/launchproof/liblaunchproof_shim.so", "lib/launchproof/launchproof-verifier",
                                           "lib/launchproof/cuda/libcuda.so.1", "lib/launchproof/cuda-forwarding/libcuda.so",
                                           "lib/launchproof/cuda-forwarding/libcuda.so.1", "lib/launchproof/cuda/libcudart.so.11.0", "lib/launchproof/cuda/libcudart.so.12",
                                           "lib/launchproof/cuda/libcudart.so.13", "share/man/man1/launchproof.1",
                                           "share/bash-completion/completions/launchproof", "share/zsh/vendor-completions/_launchproof",
                                           "share/fish/vendor_completions.d/launchproof.fish", "lib/liblaunchproof_capture.a",
                                           "lib/liblaunchproof_capture_writer.a"})

    def test_a_program_of_others_reads_captures(self):
        """Uses only the example's own sources from the source tree, in a folder to which the installation
        was moved."""
        moved, built = self.root / "moved", self.root / "consumer"
        shutil.copytree(self.root / "usr", moved)
        sources = pathlib.Path(EXAMPLES).parent / "tests/capture/consumer"
        for command in ([CMAKE, "-S", sources, "-B", built, f"-DCMAKE_PREFIX_PATH={moved}"], [CMAKE, "--build", built]):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in (moved / "lib/cmake/LaunchproofCapture").iterdir():
            self.assertNotIn(str(pathlib.Path(EXAMPLES).parent), name.read_text(encoding="utf-8"), name)
        self.launchproof("record", "-q", "-o", "read.lpcap", "--", os.path.join(BUILD, "bin/examples/reduction_defect"))
        done = subprocess.run([built / "consumer", self.root / "read.lpcap"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "reduce 1\n"), done.stderr)
        self.assertEqual(subprocess.run([built / "consumer", self.root], capture_output=True, check=False).returncode, 2)

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
