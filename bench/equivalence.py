#!/usr/bin/env python3
"""Times the pairs of tests/equivalence, and counts how many of their mutants are refuted.

Processor seconds are those of `launchproof equal` or `check --spec` with all its processes: both kernels are translated and
verified, then compared. The best of --runs. Exit status: 1 when a verdict is not the expected one, or a mutant is verified that
its file says is not, else 0.
"""

import argparse
import pathlib
import sys

import measured

sys.path.insert(0, str(measured.ROOT / "tests/equivalence"))
import run_pairs  # noqa: E402


def timed(launchproof, pair, text):
    """Returns the processor seconds and the result of one run."""
    before = measured.children_seconds()
    command, done = run_pairs.run(launchproof, pair, text, ["--jobs", "1"])
    return measured.children_seconds() - before, command, done


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--launchproof", default=str(measured.ROOT / "build/bin/launchproof"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--mutants", action="store_true", help="run the mutants, too")
    parser.add_argument("paths", nargs="*")
    arguments = parser.parse_args()
    home = measured.ROOT / "tests/equivalence"
    files = []
    for path in [pathlib.Path(one) for one in arguments.paths] or [home / "exact", home / "real", home / "open", home / "specifications"]:
        files += sorted(one for one in path.rglob("*") if one.suffix in {".cl", ".cu"}) if path.is_dir() else [path]
    print("| pair | sizes | verdict | processor seconds | mutants refuted |\n|---|---|---|---|---|")
    wrong = 0
    for file in files:
        pair = run_pairs.Pair(file)
        best = None
        for _ in range(arguments.runs):
            seconds, command, done = timed(arguments.launchproof, pair, pair.text)
            best = seconds if best is None else min(best, seconds)
        wrong += len(run_pairs.judge(pair, "as it is", pair.expect, pair.property or None, command, done))
        refuted, different = 0, [one for one in pair.mutants if one[2] != "verified"]
        if arguments.mutants:
            for old, new, verdict, prop in different:
                _, command, done = timed(arguments.launchproof, pair, pair.mutated(old, new))
                found = run_pairs.judge(pair, f"`{old}` to `{new}`", verdict, prop, command, done)
                refuted += not found
            wrong += len(different) - refuted
        mutants = f"{refuted} of {len(different)}" if arguments.mutants else f"{len(different)}, not run"
        sizes = "open" if "*" in pair.keys.get("launch", "").replace("**", "") else "given"
        print(f"| `{file.parent.name}/{file.name}` | {sizes} | {pair.keys['expect']} | {best:.2f} | {mutants} |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
