"""Every verdict, property and cause of verify/verdict/registry.def is given by the product and seen by a test.

usage: registry_use_test.py ROOT

Of the causes, those that a kernel can bring about are named by the header of a kernel case or pair (`cause:`), the others by a test
of the product; a test that makes up results itself exercises nothing.

A cause that cannot be exercised yet stands in unexercised_causes.txt with its reason ("Enumerator: reason"); an entry
there that is exercised after all fails too, so that the list only shrinks.
"""

import pathlib
import re
import sys

REGISTRY = pathlib.PurePosixPath("verify/verdict")
KINDS = {"VERDICT": "Verdict", "PROPERTY": "Property", "CAUSE": "Cause"}
SOURCES = (".cpp", ".h", ".py", ".cl", ".cu", ".ptx", ".json")

# These tests put causes into results of their own making.
HAND_MADE = ("tests/reports/", "tests/browser/", "tests/verify/verdict/conclude", "tests/verify/verdict/exit_status",
             "tests/verify/verdict/results", "tests/verify/verdict/registry", "tests/kernels/")
# Limits, faults of a solver or of the tool, what comes of a capture, and what the confirmation of a case settles.
NOT_BY_A_CASE = {"SolverTimeout", "SolverFailure", "ClassTimeout", "ClassMemory", "Interrupted", "WorkerCrash", "NoSource",
                 "ReplayDisagrees", "SolversDisagree", "EnginesDisagree", "ContradictoryFacts", "SkippedBarrier", "ContentsUndecided"}


def declared(root):
    text = (root / REGISTRY / "registry.def").read_text(encoding="utf-8")
    entries = re.findall(r'^(VERDICT|PROPERTY|CAUSE)\((\w+), "([\w-]+)"', text, re.MULTILINE)
    assert entries, "registry.def declares nothing"
    return [(KINDS[macro], enumerator, name) for macro, enumerator, name in entries]


def texts(root, folders, skipped=()):
    joined = []
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            relative = path.relative_to(root).as_posix()
            if path.suffix in SOURCES and not relative.startswith(skipped) and path.is_file():
                joined.append(path.read_text(encoding="utf-8", errors="replace"))
    return "\n".join(joined)


def allowed(path):
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = [line.partition(":") for line in lines if line.strip() and not line.startswith("#")]
    return {enumerator.strip(): reason.strip() for enumerator, _, reason in pairs}


def problems(root):
    # Declaring a name or telling statuses apart exercises nothing.
    product = texts(root, ("verify", "cli"), ("verify/verdict/registry", "verify/verdict/exit_status"))
    tests = texts(root, ("tests",))
    of_product = texts(root, ("tests",), HAND_MADE)
    by_case = set(re.findall(r"^// cause: ([\w-]+)", texts(root, ("tests/kernels", "tests/equivalence")), re.MULTILINE))
    excused = allowed(root / "tests" / REGISTRY / "unexercised_causes.txt")
    found = []
    entries = declared(root)
    for kind, enumerator, name in entries:
        used = re.search(rf"\b{kind}::{enumerator}\b", product) is not None
        # Cases under tests/kernels state the names.
        seen = re.search(rf"\b{kind}::{enumerator}\b|(?<![\w-]){re.escape(name)}(?![\w-])", tests) is not None
        if kind == "Cause":
            seen = name in by_case
            if enumerator in NOT_BY_A_CASE:
                seen = re.search(rf"\bCause::{enumerator}\b|\\\"{re.escape(name)}\\\"", of_product) is not None
        missing = [what for what, fine in (("given nowhere in verify/ or cli/", used), ("seen by no test", seen)) if not fine]
        if kind == "Cause" and enumerator in excused:
            if not missing:
                found.append(f"Cause::{enumerator} is exercised: take it out of unexercised_causes.txt")
            elif not excused[enumerator]:
                found.append(f"Cause::{enumerator} stands in unexercised_causes.txt without a reason")
        elif missing:
            found.append(f"{kind}::{enumerator} (\"{name}\") is " + " and ".join(missing))
    causes = {enumerator for kind, enumerator, _ in entries if kind == "Cause"}
    found += [f"NOT_BY_A_CASE names {name}, which is not a cause" for name in NOT_BY_A_CASE - causes]
    found += [f"a kernel case names the cause {name}, which is none" for name in by_case - {name for _, _, name in entries}]
    found += [f"unexercised_causes.txt names {name}, which is not a cause" for name in excused if name not in causes]
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = problems(pathlib.Path(sys.argv[1]))
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
