"""Validates every kind of report against its schema, and compares the samples' with the golden files.

usage: formats_test.py REPORTS_SAMPLE_FILES LAUNCHPROOF SOURCE_FOLDER [--update]

--update writes tests/reports/golden/ anew instead (scripts/update-golden). Needs python3-jsonschema and xmllint
(libxml2-utils), which scripts/setup installs.
"""

import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import jsonschema

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")  # measurements must not use results of earlier runs

NAMES = ("plain", "accepted", "hostile", "empty")
# Returns the contents of the golden files. Files with hostile names only have to be valid.
GOLDEN = [f"{name}.{kind}" for name in ("plain", "accepted", "empty") for kind in ("json", "sarif", "junit.xml", "txt", "trace.json")]
GOLDEN = [name for name in GOLDEN if name not in ("accepted.json", "accepted.trace.json", "empty.trace.json")] + ["diff.txt", "diff.json"]
KERNELS = ("races", "divergence", "bounds", "unsupported", "annotations", "benign", "errors")
SAMPLE_FILES = LAUNCHPROOF = ""
ROOT = pathlib.Path()


def schema(name):
    return json.loads((ROOT / name).read_text(encoding="utf-8"))


def closed(node):
    """Returns the schema with every object closed, so that an unlisted key is an error."""
    if isinstance(node, list):
        return [closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    result = {key: closed(value) for key, value in node.items()}
    if isinstance(result.get("properties"), dict) and result.get("type") == "object":
        result.setdefault("additionalProperties", False)
    return result


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="launchproof-formats-"))
        subprocess.run([SAMPLE_FILES, cls.folder / "samples"], check=True)
        cls.results = jsonschema.Draft7Validator(closed(schema("docs/schemas/launchproof.results-1.schema.json")))
        cls.sarif = jsonschema.Draft4Validator(schema("tests/reports/schemas/sarif-schema-2.1.0.json"),
                                               format_checker=jsonschema.FormatChecker())
        cls.checked = cls.check_kernels()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    @classmethod
    def check_kernels(cls):
        """Returns the folder with the output of `launchproof check --ci` for real kernels."""
        files = [path for area in KERNELS for path in sorted((ROOT / "tests/kernels" / area).glob("*.cl"))[:3]]
        folder = cls.folder / "checked"
        done = subprocess.run([LAUNCHPROOF, "check", "--ci", "--allow-not-asked", "-o", folder, "--local-size", "8", "--num-groups", "2",
                               "--timeout", "5", *files], capture_output=True, check=False)
        assert done.returncode in (2, 10), done.stderr
        return folder

    def sample(self, name):
        return (self.folder / "samples" / name).read_text(encoding="utf-8")

    def documents(self, kind, of_check):
        for name in NAMES:
            yield name, self.sample(f"{name}.{kind}")
        yield "checked", (self.checked / of_check).read_text(encoding="utf-8")

    def problems(self, validator, text):
        return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
                for error in validator.iter_errors(json.loads(text))]

    def test_results_are_as_the_schema_says(self):
        jsonschema.Draft7Validator.check_schema(schema("docs/schemas/launchproof.results-1.schema.json"))
        for name, text in self.documents("json", "results.json"):
            self.assertEqual(self.problems(self.results, text), [], name)

    def test_the_published_schema_lets_new_keys_pass_and_wrong_values_not(self):
        published = jsonschema.Draft7Validator(schema("docs/schemas/launchproof.results-1.schema.json"))
        good = json.loads(self.sample("plain.json"))
        self.assertTrue(published.is_valid({**good, "colour": "red"}))
        for path, value in ((("schema",), "launchproof.results/2"), (("results", 0, "verdict"), "fine"),
                            (("results", 0, "findings", 0, "locations", 0, "line"), -1),
                            (("results", 0, "class_keys"), ["x"]),
                            (("results", 0, "findings", 0, "confirmation"), "sure")):
            bad = copy.deepcopy(good)
            place = bad
            for key in path[:-1]:
                place = place[key]
            self.assertIn(path[-1], place)
            place[path[-1]] = value
            self.assertFalse(published.is_valid(bad), path)

    def test_the_schema_names_what_the_registry_declares(self):
        text = (ROOT / "verify/verdict/registry.def").read_text(encoding="utf-8")
        definitions = schema("docs/schemas/launchproof.results-1.schema.json")["definitions"]
        for macro, name in (("VERDICT", "verdict"), ("PROPERTY", "property")):
            declared = re.findall(rf'^{macro}\(\w+, "([^"]+)"', text, re.MULTILINE)
            self.assertEqual(sorted(definitions[name]["enum"]), sorted(declared))

    def test_sarif_is_as_the_standard_says(self):
        for name, text in self.documents("sarif", "results.sarif"):
            self.assertEqual(self.problems(self.sarif, text), [], name)

    def test_sarif_refers_to_what_is_there(self):
        for name, text in self.documents("sarif", "results.sarif"):
            run = json.loads(text)["runs"][0]
            rules = run["tool"]["driver"]["rules"]
            for rule in rules:
                self.assertTrue(rule["help"]["text"] and rule["shortDescription"]["text"], rule["id"])
            for result in run["results"]:
                self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
                self.assertRegex(list(result["partialFingerprints"].values())[0], "^[0-9a-f]{16}$")
                self.assertEqual(result["kind"] == "open", result["level"] == "none", name)
                for location in result["locations"] + result.get("relatedLocations", []):
                    where = location["physicalLocation"]["artifactLocation"]
                    self.assertEqual(run["artifacts"][where["index"]]["location"]["uri"], where["uri"])

    def test_junit_is_as_its_readers_want_it(self):
        for name in NAMES:
            self.check_xml(self.folder / "samples" / f"{name}.junit.xml")
        self.check_xml(self.checked / "junit.xml")

    def check_xml(self, path):
        done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", ROOT / "tests/reports/schemas/junit-10.xsd", path],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        root = xml.etree.ElementTree.parse(path).getroot()
        for suite in root:
            cases = suite.findall("testcase")
            self.assertEqual(int(suite.get("tests")), len(cases))
            for word, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                self.assertEqual(int(suite.get(word)), len(suite.findall(f"testcase/{element}")), word)
            names = [(case.get("classname"), case.get("name")) for case in cases]
            self.assertEqual(len(names), len(set(names)), "two cases of one name")

    def test_junit_passes_nothing_but_what_is_verified(self):
        """Every passing pair of class and property is verified in results.json, and the numbers are equal."""
        for results, junit in ((self.folder / "samples/plain.json", self.folder / "samples/plain.junit.xml"),
                               (self.checked / "results.json", self.checked / "junit.xml")):
            verified = sum(verdict == "verified" for result in json.loads(results.read_text(encoding="utf-8"))["results"]
                           for verdict in result["properties"].values())
            cases = xml.etree.ElementTree.parse(junit).getroot().findall("testsuite/testcase")
            passed = [case for case in cases if case.get("classname") != "launchproof"
                      and not any(case.find(word) is not None for word in ("failure", "error", "skipped"))]
            self.assertEqual(len(passed), verified)
            self.assertGreater(verified, 0)

    def test_traces_are_of_the_trace_viewers_form(self):
        colours = {"good", "bad", "terrible", "yellow", "olive", "black", "grey"}
        for name in NAMES:
            trace = json.loads(self.sample(f"{name}.trace.json"))
            for event in trace["traceEvents"]:
                self.assertIn(event["ph"], ("X", "M"))
                if event["ph"] == "X":
                    self.assertIn(event["cname"], colours)
                    self.assertTrue({"name", "cat", "ts", "dur", "pid", "tid", "args"} <= set(event))

    def test_samples_are_as_they_were(self):
        for name in GOLDEN:
            golden = ROOT / "tests/reports/golden" / name
            self.assertTrue(golden.exists(), f"{golden}: run scripts/update-golden")
            self.assertEqual(self.sample(name).splitlines(), golden.read_text(encoding="utf-8").splitlines(),
                             f"{name} changed: look at the difference, then run scripts/update-golden")


def update():
    golden = ROOT / "tests/reports/golden"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([SAMPLE_FILES, folder], check=True)
        golden.mkdir(exist_ok=True)
        for old in golden.iterdir():
            old.unlink()
        for name in GOLDEN:
            shutil.copyfile(os.path.join(folder, name), golden / name)
    print(f"{golden}: {len(GOLDEN)} files")


if __name__ == "__main__":
    wants_update = sys.argv[-1] == "--update"
    if wants_update:
        sys.argv.pop()
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    ROOT = pathlib.Path(sys.argv.pop())
    LAUNCHPROOF = sys.argv.pop()
    SAMPLE_FILES = sys.argv.pop()
    if wants_update:
        update()
    else:
        unittest.main(verbosity=2)
