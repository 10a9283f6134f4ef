#!/usr/bin/env python3
"""Verifies kernels with small and large limits of time: more time never decides less, and takes little more.

Draws kernels from the kernel cases, and from folders of annotated files (as bench/annotated_corpus.py reads them), and
verifies each with every limit. A verdict that a smaller limit has, and a larger one has not, is told; a confirmed defect, a
possible one and a proof count as decided in this order of strength. The time with the largest limit is compared with that of
the smallest limit that has the same verdict, for the kernels that the largest limit decides. The others use up any limit; their
time is shown apart.

Exit status: 1 when a larger limit decides less, else 0.
"""

import argparse
import json
import pathlib
import random
import shlex
import sys

import annotated_corpus
import measured

STRENGTH = {"error": 0, "unknown": 1, "unsupported": 1, "possible-defect": 2, "defect": 3, "verified": 3}
CASES = measured.ROOT / "tests/kernels"


def case_words(path):
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith("// launch:"):
            return [*shlex.split(line.removeprefix("// launch:")), str(path)]
    return None


def kernels(folders):
    """Returns the words of `check` for each kernel."""
    words = [case_words(path) for path in sorted(CASES.rglob("*.cl"))]
    words += [file.words for file in annotated_corpus.found(folders, [])]
    return [item for item in words if item]


def verdicts(options, drawn, limit):
    """Returns the worst verdict of each kernel, and its seconds."""
    lines = "".join(shlex.join(words) + "\n" for words in drawn)
    done, _, _ = measured.timed([options.launchproof, "check", "-q", "--jobs=2", f"--timeout={limit}", "--batch", "-"], input=lines)
    result = [("error", 0.0)] * len(drawn)
    for answer in map(json.loads, done.stdout.splitlines()):
        found = [item["verdict"] for item in answer["results"]] or ["error"]
        worst = min(found, key=annotated_corpus.WORST_FIRST.index)
        result[answer["line"] - 1] = (worst, answer["seconds"])
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=pathlib.Path, help="of annotated files, besides the kernel cases")
    parser.add_argument("--launchproof", type=pathlib.Path, default=measured.ROOT / "build/bin/launchproof")
    parser.add_argument("--limits", default="1,4,16,60", help="seconds, rising (default: 1,4,16,60)")
    parser.add_argument("--draw", type=int, default=100, help="kernels (default: 100)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    limits = [float(text) for text in options.limits.split(",")]
    all_kernels = kernels(options.folders)
    drawn = random.Random(options.seed).sample(all_kernels, min(options.draw, len(all_kernels)))
    by_limit = [verdicts(options, drawn, limit) for limit in limits]
    less, best, largest, undecided, in_vain = 0, 0.0, 0.0, 0, 0.0
    for number, words in enumerate(drawn):
        row = [answers[number] for answers in by_limit]
        for (small, with_small), (large, with_large) in zip(enumerate(row), list(enumerate(row))[1:]):
            if STRENGTH[with_large[0]] < STRENGTH[with_small[0]]:
                less += 1
                print(f"{words[-1]}: {with_small[0]} with {limits[small]:g} s, {with_large[0]} with {limits[large]:g} s")
        if STRENGTH[row[-1][0]] < STRENGTH["possible-defect"]:
            undecided += 1
            in_vain += row[-1][1]
            continue
        best += next(seconds for verdict, seconds in row if verdict == row[-1][0])
        largest += row[-1][1]
    print(f"{len(drawn)} kernels, limits of {options.limits} s: {less} decided less with a larger limit; "
          f"{largest:.1f} s with the largest, {best:.1f} s with the best of each ({largest / max(best, 1e-9):.2f}); "
          f"{undecided} undecided with the largest, in {in_vain:.1f} s")
    return 1 if less else 0


if __name__ == "__main__":
    sys.exit(main())
