#!/usr/bin/env python3
"""Checks the properties of contents that Launchproof finds in given contents.

Kernels of the kind `tables` are verified with contents given. Where properties are reported that suffice for the proof,
the kernel with these in place of the contents must be verified, and clean by the oracle, which draws other contents
that have them. Each property left out by itself is put to both sides as well: a verdict that is wrong by the oracle is a
contradiction, and how many are still verified (the property was not needed) is counted. Exit status 1 for a contradiction, or
where too few properties were found (--least).
"""

import argparse
import collections
import pathlib
import re
import sys
import tempfile

import compare
import generate_tables
import judges


def with_properties(text, stated):
    """Returns the kernel with these properties in place of the contents of each named buffer."""
    for name, properties in stated.items():
        text = re.sub(rf"--contents {name}=\S+", f"--contents {name}={properties}" if properties else "", text, count=1)
    return text


def weaker(properties):
    """Returns the lists with one property removed from each in turn."""
    kind, *words = properties.split(",")
    for number, word in enumerate(words):
        rest = words[:number] + words[number + 1:]
        yield word.partition(":")[0], ",".join([kind, *rest]) if rest else ""


class Check:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.counts = collections.Counter()
        self.wrong = []

    def judged(self, texts):
        paths = []
        for number, text in enumerate(texts):
            paths.append(self.folder / f"m{number:06}.cl")
            paths[-1].write_text(text, encoding="utf-8")
        results = judges.verify(self.options.launchproof, paths, self.options.jobs, self.options.timeout, more=["--assumptions=needed"])
        return results, judges.judge(self.options.oracle, paths, self.options.jobs)

    def report(self, what, text):
        self.wrong.append(what)
        print(f"{what}:\n{text}", flush=True)
        if self.options.keep:
            self.options.keep.mkdir(parents=True, exist_ok=True)
            (self.options.keep / f"mined-{len(self.wrong):04}.cl").write_text(text, encoding="utf-8")

    def chunk(self, first, count):
        texts = [generate_tables.Tables(seed, self.options.slip, given=True).make() for seed in range(first, first + count)]
        results, judgements = self.judged(texts)
        stated = []
        for text, result, judgement in zip(texts, results, judgements):
            self.counts["kernels"] += 1
            for kind, what in compare.contradictions(result, judgement):
                self.report(f"{kind} with contents given: {what}", text)
            if result is None or result["verdict"] != "verified":
                continue
            self.counts["verified"] += 1
            self.counts["verified, with contents among what is assumed"] += any(
                line.startswith(("contents of ", "the ")) for line in result["assumptions"])
            found = {one["name"]: one["properties"] for one in result.get("contents_preconditions", [])}
            if found:
                self.counts["of them with properties that suffice"] += 1
                stated.append((text, found))
        self.weaken(stated)

    def weaken(self, stated):
        texts, kinds = [], []
        for text, found in stated:
            texts.append(with_properties(text, found))
            kinds.append(None)
            for name, properties in found.items():
                for word, rest in weaker(properties):
                    texts.append(with_properties(text, {**found, name: rest}))
                    kinds.append(word)
        for text, word, result, judgement in zip(texts, kinds, *self.judged(texts)):
            for kind, what in compare.contradictions(result, judgement):
                self.report(f"{kind} under {'properties' if word is None else f'properties without {word}'}: {what}", text)
            verdict = "no result" if result is None else result["verdict"]
            if word is None and verdict != "verified":
                self.report(f"{verdict} under properties that were said to suffice", text)
            if word is not None:
                self.counts["properties left out by themselves"] += 1
                self.counts[f"... and then {verdict}"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--oracle", default="build/bin/launchproof-oracle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--slip", type=float, default=0.05)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=10)
    parser.add_argument("--chunk", type=int, default=200)
    parser.add_argument("--least", type=float, default=0, metavar="PERCENT", help="of kernels for which properties are found")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for kernels that are contradicted")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check = Check(options, pathlib.Path(folder))
        for first in range(options.seed, options.seed + options.count, options.chunk):
            check.chunk(first, min(options.chunk, options.seed + options.count - first))
    for what, number in check.counts.items():
        print(f"{number:6} {what}")
    print(f"contradictions: {len(check.wrong) or 'none'}")
    found = check.counts["of them with properties that suffice"]
    if 100 * found < options.least * options.count:
        print(f"properties were found for {found} of {options.count} kernels; at least {options.least} % are asked for")
        return 1
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
