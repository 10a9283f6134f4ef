#!/usr/bin/env python3
"""Random kernels with random postconditions, judged by executing both here with drawn contents.

    random_postconditions.py [--launchproof PROGRAM] [--kernels N] [--seed S] [--floor SHARE]

A postcondition that some contents break is never `verified`, and one that none of the drawn contents break is no defect unless the finding's own
contents break it, which the product has executed. At least the share `--floor` must be decided, so that answers of `unknown` do not pass for the test."""
import argparse
import json
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

SIZE = 8  # work-items, and elements of each buffer
WORD = 2 ** 32 - 1
BINARY = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b}


def draw(rng, depth):
    """Returns an unsigned expression of the place `i` and of elements of the input."""
    kind = rng.randrange(6 if depth else 3)
    if kind == 0:
        return ("constant", rng.choice([0, 1, 2, 3, 5, WORD]))
    if kind == 1:
        return ("place",)
    if kind == 2:
        return ("input", rng.choice([1, 3, 5, 7]), rng.randrange(SIZE))
    if kind == 3:
        return ("choice", draw(rng, depth - 1), draw(rng, depth - 1), draw(rng, depth - 1))
    return (rng.choice(list(BINARY)), draw(rng, depth - 1), draw(rng, depth - 1))


def text(one, place, array):
    """Returns the expression in C. `array` is the text for an element of the input."""
    if one[0] == "constant":
        return f"{one[1]}u"
    if one[0] == "place":
        return f"(uint){place}"
    if one[0] == "input":
        return array.format(f"({one[1]} * {place} + {one[2]}) % {SIZE}")
    if one[0] == "choice":
        return f"({text(one[1], place, array)} > 2u ? {text(one[2], place, array)} : {text(one[3], place, array)})"
    return f"({text(one[1], place, array)} {one[0]} {text(one[2], place, array)})"


def value(one, place, contents):
    if one[0] == "constant":
        return one[1]
    if one[0] == "place":
        return place
    if one[0] == "input":
        return contents[(one[1] * place + one[2]) % SIZE]
    if one[0] == "choice":
        return value(one[2] if value(one[1], place, contents) > 2 else one[3], place, contents)
    return BINARY[one[0]](value(one[1], place, contents), value(one[2], place, contents)) & WORD


def rewritten(rng, one):
    """Returns an expression with the same value."""
    if len(one) < 3 or one[0] == "input":
        return one
    parts = [rewritten(rng, part) for part in one[1:]]
    if one[0] in "+*&|^" and rng.random() < 0.7:
        parts.reverse()
    if one[0] == "-" and rng.random() < 0.5:
        return ("+", parts[0], ("+", ("^", parts[1], ("constant", WORD)), ("constant", 1)))
    return (one[0], *parts)


def mutated(rng, one):
    if one[0] == "constant":
        return ("constant", (one[1] + 1) & WORD)
    if one[0] == "place":
        return ("+", one, ("constant", 1))
    if one[0] == "input":
        return ("input", one[1], (one[2] + 1) % SIZE)
    number = rng.randrange(1, len(one))
    return (*one[:number], mutated(rng, one[number]), *one[number + 1:])


class Case:
    """A kernel and its postcondition."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.rng = rng
        self.computed = draw(rng, 2)
        self.stated = rewritten(rng, self.computed)
        if rng.random() < 0.5:
            self.stated = mutated(rng, self.stated)
        self.in_place = rng.random() < 0.5
        self.form = rng.choice(["forall", "forall", "exists", "sum"])
        self.first, self.last = rng.choice([(0, SIZE), (1, SIZE), (0, SIZE - 1)])
        self.written = rng.choice([SIZE, SIZE, SIZE - 1])
        self.constant = rng.randrange(4)

    def kernel(self):
        """If the kernel works in place, each written element is read before a barrier."""
        output = "a" if self.in_place else "b"
        old = "__old(a[{}])" if self.in_place else "a[{}]"
        want = text(self.stated, "i", old)
        have = f"{output}[i]"
        if self.form == "forall":
            stated = f"__forall(i, {self.first}, {self.last}, {have} == {want})"
        elif self.form == "exists":
            stated = f"__exists(i, {self.first}, {self.last}, {have} == {want} + {self.constant}u)"
        else:
            stated = f"__sum(i, {self.first}, {self.last}, {have}) == __sum(i, {self.first}, {self.last}, {want})"
        computed = text(self.computed, "g", "a[{}]")
        barrier = "barrier(CLK_GLOBAL_MEM_FENCE);" if self.in_place else ""
        return (f"__kernel void k(__global uint *a, __global uint *b) {{\n  __postcondition({stated});\n  int g = get_global_id(0);\n"
                f"  uint x = {computed};\n  {barrier}\n  if (g < {self.written}) {output}[g] = x;\n}}\n")

    def holds(self, a, b):
        before = list(a)
        after = before if self.in_place else list(b)
        after = [value(self.computed, g, before) if g < self.written else after[g] for g in range(SIZE)]
        stated = [value(self.stated, i, before) for i in range(SIZE)]
        places = range(self.first, self.last)
        if self.form == "forall":
            return all(after[i] == stated[i] for i in places)
        if self.form == "exists":
            return any(after[i] == (stated[i] + self.constant) & WORD for i in places)
        return (sum(after[i] for i in places) - sum(stated[i] for i in places)) & WORD == 0

    def is_broken(self):
        """Returns whether some drawn contents violate the postcondition."""
        for trial in range(200):
            most = (2, 5, 256, WORD + 1)[trial % 4]
            a, b = ([self.rng.randrange(most) for _ in range(SIZE)] for _ in range(2))
            if not self.holds(a, b):
                return True
        return False


def results_of(launchproof, sources):
    """Returns the results for each source, from one process."""
    with tempfile.TemporaryDirectory() as folder:
        lines = []
        for number, source in enumerate(sources):
            file = pathlib.Path(folder) / f"k{number}.cl"
            file.write_text(source, encoding="utf-8")
            lines.append(f"--local-size {SIZE} --num-groups 1 --buffer a={4 * SIZE} --buffer b={4 * SIZE} {shlex.quote(str(file))}\n")
        command = [launchproof, "check", "--batch", "-", "--fixes=on", "--assumptions=needed", "--timeout", "5", "--jobs", "1", "--no-cache", "--quiet"]
        done = subprocess.run(command, input="".join(lines), capture_output=True, text=True, check=False)
    answers = {answer["line"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    return [answers.get(number, {"error": f"no answer (status {done.returncode}): {done.stderr}"}) for number in range(1, len(sources) + 1)]


def judge(seed, case, source, answer):
    """Returns the verdict, and what is wrong with it."""
    try:
        row = answer["results"][-1]
        verdict = row["properties"]["postcondition"]
    except (KeyError, IndexError):
        return "wrong", f"no result: {answer}\n{source}"
    broken = case.is_broken()
    reason = f"seed {seed}: {verdict}: {row.get('reason', '')}\n{source}"
    if verdict == "error" or (verdict == "verified" and broken):
        return "wrong", reason
    if verdict in ("defect", "possible-defect") and not broken and case.form == "forall" and case.stated == case.computed and case.written == SIZE:
        return "wrong", reason
    return verdict, reason


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--kernels", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--floor", type=float, default=0.8)
    parser.add_argument("--show", default="", help="print the kernels with this verdict")
    arguments = parser.parse_args()
    counts = {}
    seeds = range(arguments.seed, arguments.seed + arguments.kernels)
    cases = [Case(seed) for seed in seeds]
    sources = [case.kernel() for case in cases]
    for seed, case, source, answer in zip(seeds, cases, sources, results_of(arguments.launchproof, sources)):
        verdict, reason = judge(seed, case, source, answer)
        counts[verdict] = counts.get(verdict, 0) + 1
        if verdict in ("wrong", arguments.show):
            print(reason, file=sys.stderr)
    decided = counts.get("verified", 0) + counts.get("defect", 0)
    share = decided / arguments.kernels
    print(f"{arguments.kernels} kernels: " + ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items())) + f"; {100 * share:.1f} % decided")
    return 1 if counts.get("wrong") or share < arguments.floor or not counts.get("verified") or not counts.get("defect") else 0


if __name__ == "__main__":
    sys.exit(main())
