#!/usr/bin/env python3
"""Compares random kernels with rewritings of them, which compute the same by construction, and with mutants, and judges the
verdicts by executing the kernels here, with an interpreter of their own.

A contradiction is: `verified` for kernels that differ when executed, `defect` for kernels that are rewritings of each other, an
internal error. Exit status: 0 without contradictions and with at least the share of decided pairs that --floor asks for, else 1.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

os.environ.setdefault("LAUNCHPROOF_CACHE", "off")

WORD = 0xFFFFFFFF
LOCAL, GROUPS = 4, 3
COMMUTATIVE = ("+", "*", "&", "|", "^")


class Program:
    """Stages of one kernel: an expression over the inputs, a loop, a branch, and an exchange in local memory.

    index: how the work-item is numbered in its group: "lid" or "mirrored" (backwards).
    """

    def __init__(self, first, loop, branch, exchange, last, index="lid"):
        self.first, self.loop, self.branch, self.exchange, self.last, self.index = first, loop, branch, exchange, last, index

    def copy(self, **changes):
        fields = dict(first=self.first, loop=self.loop, branch=self.branch, exchange=self.exchange, last=self.last, index=self.index)
        fields.update(changes)
        return Program(**fields)


def draw_expression(rng, depth, names):
    if depth == 0 or rng.random() < 0.2:
        kind = rng.random()
        if kind < 0.45:
            return ("in", rng.randrange(3))
        if kind < 0.8:
            return ("name", rng.choice(names))
        return ("constant", rng.choice([0, 1, 2, 3, 7, 255, WORD]))
    operator = rng.choice(["+", "-", "*", "&", "|", "^", "+", "min"])
    return (operator, draw_expression(rng, depth - 1, names), draw_expression(rng, depth - 1, names))


def draw_program(rng):
    names = ["i", "acc"]
    loop = (rng.choice([2, 4, 6, 8]), rng.choice(["+", "^", "*", "|", "-"]), rng.randrange(1, 4), rng.randrange(3)) if rng.random() < 0.7 else None
    branch = None
    if rng.random() < 0.6:
        branch = (rng.choice(["<", "=="]), draw_expression(rng, 1, names), draw_expression(rng, 1, names), draw_expression(rng, 1, names),
                  draw_expression(rng, 1, names))
    exchange = (rng.randrange(LOCAL), rng.choice(COMMUTATIVE)) if rng.random() < 0.6 else None
    return Program(draw_expression(rng, 2, ["i"]), loop, branch, exchange, draw_expression(rng, 2, names))


def text_of(expression):
    kind = expression[0]
    if kind == "in":
        return f"in[i + {expression[1]}]"
    if kind == "name":
        return expression[1]
    if kind == "constant":
        return f"{expression[1]}u"
    if kind == "min":
        return f"min({text_of(expression[1])}, {text_of(expression[2])})"
    if kind == "~":
        return f"(~{text_of(expression[1])})"
    return f"({text_of(expression[1])} {kind} {text_of(expression[2])})"


def kernel_text(name, program, style):
    """style: how the kernel is written; "tiled" splits the loop, "choice" turns the branch into a
    selection, "flipped" swaps its sides."""
    lines = [f"__kernel void {name}(__global const uint *in, __global uint *out) {{", f"  __local uint tile[{LOCAL}];",
             "  uint lid = get_local_id(0);" if program.index == "lid" else f"  uint lid = {LOCAL - 1}u - (uint)get_local_id(0);",
             f"  uint i = (uint)get_group_id(0) * {LOCAL}u + lid;", f"  uint acc = {text_of(program.first)};"]
    if program.loop:
        count, operator, step, at = program.loop
        body = f"acc = acc {operator} (in[i + {at}] + k * {step}u);"
        if "tiled" in style and count % 2 == 0:
            lines.append(f"  for (uint t = 0; t < {count}u; t += 2u) for (uint k = t; k < t + 2u; ++k) {body}")
        else:
            lines.append(f"  for (uint k = 0; k < {count}u; ++k) {body}")
    if program.branch:
        order, a, b, yes, no = (program.branch[0], *[text_of(one) for one in program.branch[1:]])
        if "choice" in style:
            lines.append(f"  acc = {a} {order} {b} ? {yes} : {no};")
        elif "flipped" in style:
            lines.append(f"  if (!({a} {order} {b})) acc = {no}; else acc = {yes};")
        else:
            lines.append(f"  if ({a} {order} {b}) acc = {yes}; else acc = {no};")
    if program.exchange:
        by, operator = program.exchange
        other = f"(lid + {by}u) % {LOCAL}u" if "masked" not in style else f"(lid + {by}u) & {LOCAL - 1}u"
        lines += ["  tile[lid] = acc;", "  barrier(CLK_LOCAL_MEM_FENCE);", f"  acc = acc {operator} tile[{other}];"]
    lines += [f"  out[i] = {text_of(program.last)};", "}"]
    return "\n".join(lines) + "\n"


def compute(operator, a, b):
    return {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b, "min": min(a, b)}[operator] & WORD


def value_of(expression, inputs, i, acc):
    kind = expression[0]
    if kind == "in":
        return inputs[i + expression[1]]
    if kind == "name":
        return i if expression[1] == "i" else acc
    if kind == "constant":
        return expression[1]
    if kind == "~":
        return ~value_of(expression[1], inputs, i, acc) & WORD
    return compute(kind, value_of(expression[1], inputs, i, acc), value_of(expression[2], inputs, i, acc))


def execute(program, inputs):
    out = {}
    for group in range(GROUPS):
        before = {}
        for lid in range(LOCAL):
            i = group * LOCAL + lid
            acc = value_of(program.first, inputs, i, 0)
            if program.loop:
                count, operator, step, at = program.loop
                for k in range(count):
                    acc = compute(operator, acc, (inputs[i + at] + k * step) & WORD)
            if program.branch:
                order, a, b, yes, no = program.branch
                left, right = value_of(a, inputs, i, acc), value_of(b, inputs, i, acc)
                acc = value_of(yes if (left < right if order == "<" else left == right) else no, inputs, i, acc)
            before[lid] = acc
        for lid in range(LOCAL):
            i = group * LOCAL + lid
            acc = before[lid]
            if program.exchange:
                acc = compute(program.exchange[1], acc, before[(lid + program.exchange[0]) % LOCAL])
            out[i] = value_of(program.last, inputs, i, acc)
    return out


def rewritten(rng, expression):
    kind = expression[0]
    if kind in ("in", "name", "constant"):
        return expression
    if kind == "~":
        return ("~", rewritten(rng, expression[1]))
    a, b = rewritten(rng, expression[1]), rewritten(rng, expression[2])
    if kind in COMMUTATIVE + ("min",) and rng.random() < 0.5:
        a, b = b, a
    if kind == "-" and rng.random() < 0.5:
        return ("+", a, ("+", ("~", b), ("constant", 1)))
    if kind == "*" and b[0] == "+" and rng.random() < 0.5:
        return ("+", ("*", a, b[1]), ("*", a, b[2]))
    if kind == "+" and a[0] == "+" and rng.random() < 0.5:
        return ("+", a[1], ("+", a[2], b))
    return (kind, a, b)


def rewriting(rng, program):
    branch = program.branch
    if branch:
        branch = (branch[0], *[rewritten(rng, one) for one in branch[1:]])
    return program.copy(first=rewritten(rng, program.first), branch=branch, last=rewritten(rng, program.last),
                        index=rng.choice(["lid", "mirrored"]))


def mutated(rng, expression):
    kind = expression[0]
    if kind == "in":
        return ("in", (expression[1] + rng.choice([1, 2])) % 3)
    if kind == "constant":
        return ("constant", (expression[1] + rng.choice([1, 2, 0x80000000])) & WORD)
    if kind == "name":
        return ("constant", rng.randrange(4))
    if kind == "~":
        return expression[1] if rng.random() < 0.5 else ("~", mutated(rng, expression[1]))
    if rng.random() < 0.4:
        return (rng.choice([one for one in ("+", "-", "*", "&", "|", "^", "min") if one != kind]), *expression[1:])
    if rng.random() < 0.5:
        return (kind, mutated(rng, expression[1]), expression[2])
    return (kind, expression[1], mutated(rng, expression[2]))


def mutant(rng, program):
    where = rng.choice(["first", "last"] + (["loop"] if program.loop else []) + (["branch"] if program.branch else []) +
                       (["exchange"] if program.exchange else []))
    if where in ("first", "last"):
        return program.copy(**{where: mutated(rng, getattr(program, where))})
    if where == "loop":
        count, operator, step, at = program.loop
        return program.copy(loop=rng.choice([(count + 1, operator, step, at), (count, operator, step + 1, at), (count, operator, step, (at + 1) % 3)]))
    if where == "exchange":
        return program.copy(exchange=((program.exchange[0] + 1) % LOCAL, program.exchange[1]))
    parts = list(program.branch)
    number = rng.randrange(1, 5)
    parts[number] = mutated(rng, parts[number])
    return program.copy(branch=tuple(parts))


def inputs_of(rng, kind):
    most = {"small": 4, "bytes": 256, "words": WORD + 1}[kind]
    return [rng.randrange(most) for _ in range(LOCAL * GROUPS + 4)]


def differ(one, other, rng):
    """Returns whether some contents distinguish the two."""
    for trial in range(60):
        inputs = inputs_of(rng, ("small", "bytes", "words")[trial % 3])
        if execute(one, inputs) != execute(other, inputs):
            return True
    return False


def judge(launchproof, seed, is_mutant):
    rng = random.Random(seed * 2 + is_mutant)
    program = draw_program(rng)
    other = rewriting(rng, program)
    if is_mutant:
        other = mutant(rng, other)
    is_open = rng.random() < 0.5
    styles = [[one for one in ("tiled", rng.choice(["choice", "flipped"]), "masked") if rng.random() < 0.5] for _ in range(2)]
    text = kernel_text("left", program, styles[0]) + "\n" + kernel_text("right", other, styles[1])
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "pair.cl"
        file.write_text(text, encoding="utf-8")
        sizes = ["--local-size", str(LOCAL), "--num-groups", "*" if is_open else str(GROUPS)]
        command = [launchproof, "equal", f"{file}:left", f"{file}:right", *sizes, "--format", "json", "--timeout", "5", "--jobs", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        row = json.loads(done.stdout)["results"][-1]
        verdict = row["properties"]["equivalent"]
    except (json.JSONDecodeError, KeyError, IndexError):
        return "contradiction", f"seed {seed}: no result (status {done.returncode}): {done.stderr}\n{text}"
    told_apart = differ(program, other, random.Random(seed))
    if verdict == "error":
        return "contradiction", f"seed {seed}: {row['reason']}\n{text}"
    if verdict == "verified" and told_apart:
        return "contradiction", f"seed {seed}: verified, and different when executed\n{text}"
    if verdict in ("defect", "possible-defect") and not is_mutant:
        return "contradiction", f"seed {seed}: {verdict}, and equal by construction: {row['reason']}\n{text}"
    return verdict, f"seed {seed}{' mutant' if is_mutant else ''}{' open' if is_open else ''}: {verdict}: {row.get('reason', '')}\n{text}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--floor", type=float, default=0.8)
    parser.add_argument("--show", default="", help="print the pairs with this verdict")
    arguments = parser.parse_args()
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        tasks = [pool.submit(judge, arguments.launchproof, arguments.seed + number // 2, number % 2) for number in range(arguments.pairs)]
        for task in tasks:
            verdict, text = task.result()
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict in ("contradiction", arguments.show):
                print(text, file=sys.stderr)
    decided = counts.get("verified", 0) + counts.get("defect", 0)
    share = decided / max(1, arguments.pairs)
    print(f"{arguments.pairs} pairs: " + ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items())) +
          f"; {100 * share:.1f} % decided")
    return 1 if counts.get("contradiction", 0) or share < arguments.floor else 0


if __name__ == "__main__":
    sys.exit(main())
