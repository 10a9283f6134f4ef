#!/usr/bin/env python3
"""bench/applications.py on two of our examples, a program that is not installed, one that is not the same twice, one that has run
before, and one that launches otherwise than the table expects.

    applications_script_test.py LAUNCHPROOF EXAMPLES

Exit status: 0 when all is as expected, 1 when not, 77 when no OpenCL platform is installed.
"""

import glob
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "bench/applications.py"
TABLE = """
[[application]]
name = "stencil-{each}"
each = ["defect", "fixed"]
package = "none"
command = "EXAMPLES/stencil_{each}"
environment = {POCL_CACHE_DIR = "COMPILED"}

[[application]]
name = "absent"
package = "no-such-package"
command = "launchproof-no-such-program"

[[application]]
name = "differing"
package = "none"
command = "sh -c 'EXAMPLES/stencil_fixed; date +%N'"
environment = {POCL_CACHE_DIR = "COMPILED"}

[[application]]
name = "second"
like = "differing"
again = true
command = "sh -c 'test -e ran || { touch ran; exit 3; }; EXAMPLES/stencil_fixed'"

[[application]]
name = "miscounted"
like = "second"

[expected]
stencil-fixed = [1, 1]
second = [1]
miscounted = [2, 3]
"""


def run(tool, folder, *words):
    command = [sys.executable, str(SCRIPT), f"--launchproof={tool}", f"--table={folder / 'table.toml'}", "--rounds=0", "--timeout=100",
               f"--results={folder / 'results.json'}", f"--page={folder / 'page.md'}", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done, json.loads((folder / "results.json").read_text(encoding="utf-8")) if done.returncode != 2 else {}


def check(problems, good, what):
    if not good:
        problems.append(what)


def test(tool, examples, folder):
    problems = []
    # PoCL compiles the two kernels only once, because that takes longer than everything else here.
    table = TABLE.replace("EXAMPLES", str(examples)).replace("COMPILED", str(folder / "pocl"))
    (folder / "table.toml").write_text(table, encoding="utf-8")
    done, results = run(tool, folder, "stencil-defect", "absent")
    check(problems, done.returncode == 0, f"status {done.returncode}: {done.stdout}{done.stderr}")
    check(problems, set(results) == {"stencil-defect", "absent"}, f"kept {set(results)}")
    defect = results.get("stencil-defect", {})
    check(problems, defect.get("verdicts") == {"defect": 1} and defect.get("problems") == [], f"stencil-defect: {defect}")
    findings = [finding for kernel in defect.get("kernels", []) for finding in kernel["findings"]]
    check(problems, [(one["property"], one["confirmation"]) for one in findings] == [("out-of-bounds", "confirmed")], f"findings: {findings}")
    page = (folder / "page.md").read_text(encoding="utf-8")
    check(problems, "| absent | not installed: package no-such-package |" in page, "the page does not say that one is not installed")
    check(problems, "| stencil-fixed | not run |" in page, "the page does not say that one was not run")
    check(problems, findings and findings[0]["message"] in page, "the page does not tell the finding")

    # The second run adds to the first, and reports that an application varies.
    done, results = run(tool, folder, "stencil-fixed", "differing")
    check(problems, done.returncode == 1, f"status {done.returncode} although one differs: {done.stdout}")
    check(problems, set(results) == {"stencil-defect", "absent", "stencil-fixed", "differing"}, f"kept {set(results)}")
    check(problems, results["stencil-fixed"].get("verdicts") == {"verified": 1} and not results["stencil-fixed"]["problems"],
          f"stencil-fixed: {results['stencil-fixed']}")
    check(problems, any("without Launchproof" in text for text in results["differing"].get("problems", [])), f"differing: {results['differing']}")
    page = (folder / "page.md").read_text(encoding="utf-8")
    check(problems, "3 of 6 applications ran" in page and "3 of 3 classes (100.0 %) are decided" in page, "the page's totals")

    # One that ran before in the same folder, with members of another entry, and one that launches otherwise than expected.
    done, results = run(tool, folder, "second", "miscounted")
    check(problems, done.returncode == 1, f"status {done.returncode} although one is miscounted: {done.stdout}")
    check(problems, results["second"].get("status") == 0 and results["second"].get("problems") == [], f"second: {results['second']}")
    check(problems, results["miscounted"].get("problems") == ["1 launches instead of 2", "1 classes instead of 3"],
          f"miscounted: {results['miscounted']}")
    page = (folder / "page.md").read_text(encoding="utf-8")
    check(problems, "- Differs: 1 launches instead of 2" in page, "the page does not tell the other number")

    (folder / "table.toml").write_text(table + "absurd = [1, 1]\n", encoding="utf-8")
    done = subprocess.run([sys.executable, str(SCRIPT), f"--launchproof={tool}", f"--table={folder / 'table.toml'}", "--list"],
                          capture_output=True, text=True, check=False)
    check(problems, done.returncode != 0 and "absurd" in done.stderr, f"expected of no application: {done.returncode}: {done.stderr}")
    (folder / "table.toml").write_text(table + "stencil-defect = [1, 1, 1]\n", encoding="utf-8")
    done = subprocess.run([sys.executable, str(SCRIPT), f"--launchproof={tool}", f"--table={folder / 'table.toml'}", "--list"],
                          capture_output=True, text=True, check=False)
    check(problems, done.returncode != 0 and "3 numbers" in done.stderr, f"three numbers: {done.returncode}: {done.stderr}")
    (folder / "table.toml").write_text(table, encoding="utf-8")

    done, _ = run(tool, folder, "no-such-name")
    check(problems, done.returncode == 2 and "no-such-name" in done.stderr, f"unknown name: {done.returncode}: {done.stderr}")
    return problems


CUDA_TABLE = """
[[application]]
name = "barrier-{each}"
source = "examples"
copy = "FOLDER"
command = "./cuda_missing_syncthreads_{each} {arguments}"
passes = "sum"

[application.arguments]
defect = ""
fixed = "anything"

[[application]]
name = "unbuilt"
source = "examples"
copy = "FOLDER"
command = "./no-such-program"

[of.note]
barrier-defect = "A note."

[expected]
barrier-fixed = [1, 1]
"""


def test_cuda(tool, examples, folder):
    """Programs on the processor device: verdicts, their own check, one that is not built, and the page."""
    problems = []
    (folder / "table.toml").write_text(CUDA_TABLE.replace("FOLDER", examples.name), encoding="utf-8")
    done, results = run(tool, folder, "--cuda", f"--sources={examples.parent}")
    check(problems, done.returncode == 0, f"status {done.returncode}: {done.stdout}{done.stderr}")
    defect, fixed = results.get("barrier-defect", {}), results.get("barrier-fixed", {})
    check(problems, defect.get("verdicts") == {"defect": 1} and defect.get("not_executed") == [], f"barrier-defect: {defect}")
    check(problems, fixed.get("verdicts") == {"verified": 1} and fixed.get("problems") == [], f"barrier-fixed: {fixed}")
    check(problems, "missing" in results.get("unbuilt", {}), f"unbuilt: {results.get('unbuilt')}")
    page = (folder / "page.md").read_text(encoding="utf-8")
    for part in ("2 of 3 programs ran. 2 came to their end", "2 of 2 classes (100.0 %) are decided (1 verified, 1 defect)", "**barrier-defect**\n\nA note.",
                 "| barrier-fixed | 1 | 1 | 1 |", "| unbuilt | not installed: "):
        check(problems, part in page, f"the page lacks: {part}\n{page}")

    # Expects a report of unexpected numbers and of a failing check.
    (folder / "table.toml").write_text(CUDA_TABLE.replace("FOLDER", examples.name).replace("[1, 1]", "[2, 1]")
                                       .replace('passes = "sum"', 'fails = "."'), encoding="utf-8")
    done, results = run(tool, folder, "--cuda", f"--sources={examples.parent}", "barrier-fixed")
    check(problems, done.returncode == 1, f"status {done.returncode} although one is miscounted: {done.stdout}")
    check(problems, results["barrier-fixed"]["problems"] == ["its own check fails", "1 launches instead of 2"], f"miscounted: {results['barrier-fixed']}")
    return problems


def test_ratio():
    """A run that reached the time limit gives no overhead."""
    sys.path.insert(0, str(SCRIPT.parent))
    import applications  # pylint: disable=import-error,import-outside-toplevel

    def of(status, seconds):
        return applications.Outcome(status, [], seconds, None)
    problems = []
    check(problems, applications.ratio([(of(0, 2), of(0, 3)), (of(0, 4), of(0, 2.5))]) == (2, 1.25), "the least of each side")
    check(problems, applications.ratio([(of(-11, 2), of(None, 600)), (of(-11, 4), of(-11, 5))]) == (4, 1.25), "a run without an end")
    check(problems, applications.ratio([(of(None, 600), of(0, 1))]) == (0, 0) == applications.ratio([]), "no run that ended")
    return problems


def main():
    if not glob.glob(os.path.join(os.environ.get("OCL_ICD_VENDORS", "/etc/OpenCL/vendors"), "*.icd")):
        print("skipped: no OpenCL platform is installed")
        return 77
    with tempfile.TemporaryDirectory(prefix="launchproof-script-") as folder:
        problems = test_ratio() + test(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(folder))
        (pathlib.Path(folder) / "results.json").unlink()
        problems += test_cuda(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(folder))
    print("\n".join(problems) or "as expected")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
