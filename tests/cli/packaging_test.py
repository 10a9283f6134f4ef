"""scripts/packages, scripts/setup, scripts/demo and the Dockerfile name what there is, and no more than they need.

usage: packaging_test.py ROOT
"""

import json
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path()


def sections():
    """Groups the packages by use: build, demo, development."""
    found, current = {"build": []}, "build"
    for line in (ROOT / "scripts/packages").read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("["):
            current = line.strip("[]")
            found[current] = []
        elif line:
            found[current].append(line.split("/")[0])
    return found


class Packaging(unittest.TestCase):
    def setup_asks_for(self, *words):
        """Returns the packages that scripts/setup would install on an empty system, with stand-ins for
        Debian's programs."""
        with tempfile.TemporaryDirectory(prefix="launchproof-setup-") as folder:
            folder = pathlib.Path(folder)
            asked = folder / "asked"
            for name, text in {"dpkg-query": "exit 1", "apt-get": f'echo "$@" >> {asked}', "sudo": 'exec "$@"', "npm": "exit 1"}.items():
                (folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
                (folder / name).chmod(stat.S_IRWXU)
            # The setup script also looks for some commands, and finds only these.
            for name in ("bash", "dirname", "env", "cat", "touch"):
                (folder / name).symlink_to(f"/usr/bin/{name}")
            environment = {"PATH": str(folder), "HOME": os.environ.get("HOME", "/")}
            done = subprocess.run(["/bin/bash", ROOT / "scripts/setup", *words], env=environment, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            (line,) = [line for line in asked.read_text(encoding="utf-8").splitlines() if "install" in line]
            return [word for word in line.split("--no-install-recommends")[1].split()]

    def test_sections_are_those_that_setup_knows_and_name_each_package_once(self):
        found = sections()
        self.assertEqual(list(found), ["build", "demo", "development"])
        packages = [package for section in found.values() for package in section]
        self.assertEqual(len(packages), len(set(packages)))

    def test_setup_installs_what_is_asked_for(self):
        found = sections()
        self.assertEqual(self.setup_asks_for("--build"), found["build"])
        self.assertEqual(self.setup_asks_for("--demo"), found["build"] + found["demo"])
        everything = found["build"] + found["demo"] + found["development"]
        self.assertEqual(self.setup_asks_for(), [package for package in everything if package != "npm"], "all but npm, whose command is there")
        wrong = subprocess.run([ROOT / "scripts/setup", "--everything"], capture_output=True, text=True, check=False)
        self.assertEqual((wrong.returncode, wrong.stderr), (2, "usage: setup [--build | --demo]\n"))

    def test_the_demo_installs_no_tools_of_developers(self):
        found = sections()
        for package in ("clang-tidy-19", "clang-format-19", "chromium", "nodejs", "npm", "python3-matplotlib", "libgtest-dev"):
            self.assertIn(package, found["development"])
        demo = (ROOT / "scripts/demo").read_text(encoding="utf-8")
        self.assertIn("scripts/setup --demo", demo)
        self.assertIn("cmake --preset demo", demo)

    def test_the_demo_builds_in_groups_and_without_tests(self):
        presets = {preset["name"]: preset for preset in json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]}
        for name in ("demo", "package"):
            values, preset = {}, presets[name]
            while preset:
                values = {**preset, **preset.get("cacheVariables", {}), **values}
                preset = presets.get(preset.get("inherits"))
            self.assertEqual((values["LAUNCHPROOF_TESTS"], values["CMAKE_UNITY_BUILD"], values["CMAKE_BUILD_TYPE"]), ("OFF", "ON", "Release"))
            # The demo's unoptimised parts must not remain in the build folder of everything else.
            self.assertEqual(values["binaryDir"] == "${sourceDir}/build", name == "package")
            self.assertEqual("-O0" in values.get("CMAKE_CXX_FLAGS_RELEASE", ""), name == "demo")
        # A build folder in which a package was made becomes one with tests again.
        self.assertEqual(presets["release"]["cacheVariables"]["LAUNCHPROOF_TESTS"], "ON")

    def test_the_image_is_made_of_debian_packages_alone(self):
        text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
        lines = [line.split("#")[0].split(None, 1) for line in text.splitlines() if line.split("#")[0].strip()]
        self.assertEqual({rest.split()[0] for word, rest in lines if word == "FROM"}, {"debian:12"})
        for word, rest in lines:
            self.assertIn(word, {"FROM", "WORKDIR", "COPY", "RUN", "ENTRYPOINT"})
            self.assertNotRegex(rest, r"curl|wget|pip|npm|https?:", "what is not a Debian package")
        runs = " && ".join(rest for word, rest in lines if word == "RUN")
        for part in ("scripts/setup --build", "cmake --preset package", "cpack", "apt-get install"):
            self.assertIn(part, runs)
        for copied in ("scripts/setup", "scripts/packages"):
            self.assertTrue((ROOT / copied).is_file())


if __name__ == "__main__":
    ROOT = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
