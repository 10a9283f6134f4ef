#!/usr/bin/env python3
"""Random questions to the kernel compiler, Launchproof against the device.

Each program asks its compiler things that compilers answer differently (`__has_builtin`, names that they predefine,
`#elifdef`), in conditionals drawn at random. Which branches the device's compiler takes decides whether work-items race,
and each branch that is taken leaves a mark in the output. The program is launched under `launchproof run`; its verdict
must be right for the branches that the device took, or say that they are not known. Status: 0 when no verdict
contradicts the device, 1 when one does, 2 when nothing was put to the test.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

BUILTINS = ["__builtin_popcountg", "__builtin_clz", "__builtin_clzg", "__builtin_assume", "__builtin_bit_cast",
            "__builtin_elementwise_max", "__builtin_elementwise_popcount", "__builtin_reduce_add", "__builtin_nondeterministic_value",
            "__builtin_readsteadycounter", "__builtin_astype", "__builtin_isfpclass", "__builtin_stdc_bit_ceil", "no_such_builtin"]
ATTRIBUTES = ["always_inline", "musttail", "error", "nomerge", "no_builtin", "uninitialized", "strict_gs_check", "no_such_attribute"]
STANDARD_ATTRIBUTES = ["fallthrough", "likely", "reproducible", "unsequenced", "_Noreturn", "clang::musttail", "no_such"]
FEATURES = ["cl_khr_fp64", "c_static_assert", "cxx_constexpr", "blocks", "enumerator_attributes", "matrix_types", "c_fixed_enum",
            "gnu_asm_goto_with_outputs_full", "datasizeof", "no_such_feature"]
HEADERS = ["stdio.h", "opencl-c.h", "opencl-c-base.h", "limits.h", "stdint.h", "no_such_header.h", "there.h"]
IDENTIFIERS = ["half", "bool", "_Accum", "__bf16", "typeof", "nullptr", "constexpr", "char8_t", "no_such_keyword"]
NAMES = ["__clang_literal_encoding__", "__clang_wide_literal_encoding__", "__FLT16_MAX__", "__GCC_HAVE_DWARF2_CFI_ASM",
         "__MEMORY_SCOPE_SYSTEM", "__FPCLASS_SNAN", "__BITINT_MAXWIDTH__", "__NO_MATH_ERRNO__", "__STDC_EMBED_FOUND__",
         "__OPENCL_MEMORY_SCOPE_DEVICE", "__SIZEOF_FLOAT128__", "__haswell__", "__tune_generic__", "_RELEASE",
         "__CLANG_ATOMIC_INT_LOCK_FREE", "__GNUC_STDC_INLINE__", "__BOOL_WIDTH__", "__FLT_NORM_MAX__", "__NO_SUCH_NAME__"]
# Defines macros of the program that lead to names predefined by compilers.
EXPANDED = ["#define SEEN_BMI __BMI__", "#define SEEN_LZCNT (0 + __LZCNT__)", "#define SEEN_ADX SEEN_FURTHER",
            "#define SEEN_FURTHER __ADX__", "#ifndef __RDRND__", "#define __RDRND__ 0", "#endif"]
LEADING = ["SEEN_BMI", "SEEN_LZCNT", "SEEN_ADX", "__RDRND__", "__BMI__ /* the same */ > 0"]


def question(draw):
    """Returns a condition, and whether it may only follow `#if`."""
    kind = draw.randrange(12)
    if kind < 3:
        return f"__has_builtin({draw.choice(BUILTINS)})"
    if kind == 3:
        return f"__has_attribute({draw.choice(ATTRIBUTES)})"
    if kind == 4:
        return f"__has_c_attribute({draw.choice(STANDARD_ATTRIBUTES[:-2])}) > {draw.choice(['0', '201900L'])}"
    if kind == 5:
        return f"{draw.choice(['__has_feature', '__has_extension'])}({draw.choice(FEATURES)})"
    if kind == 6:
        header = draw.choice(HEADERS)
        return f"__has_include({draw.choice(['<%s>', chr(34) + '%s' + chr(34)]) % header})"
    if kind == 7:
        return f"__is_identifier({draw.choice(IDENTIFIERS)})"
    if kind == 8:
        return f"defined({draw.choice(['__has_embed', '__has_c_attribute', '__has_constexpr_builtin', '__has_cpp_attribute', '__has_warning'])})"
    if kind == 9:
        return f"HAS({draw.choice(BUILTINS)})"
    if kind == 10:
        return f"({draw.choice(LEADING)})"
    return f"defined({draw.choice(NAMES)})"


def condition(draw):
    text = question(draw)
    if draw.random() < 0.25:
        text = f"!({text})"
    if draw.random() < 0.25:
        text += f" {draw.choice(['&&', '||'])} {question(draw)}"
    return text


class Program:
    """Returns kernel source with numbered marks."""

    def __init__(self, draw):
        self.draw = draw
        self.marks = 0
        self.lines = ["#ifdef __has_builtin", "#define HAS(name) __has_builtin(name)", "#else", "#define HAS(name) 0", "#endif"] + EXPANDED
        in_header = draw.random() < 0.3
        self.header = self.chain(1) if in_header else []
        body = self.chain(2 if not in_header else 1) if draw.random() < 0.9 or not in_header else []
        if in_header:
            guard = draw.choice([["#pragma once"], ["#ifndef MARKS_H", "#define MARKS_H"]])
            self.header = guard + self.header + (["#endif"] if len(guard) == 2 else [])
            self.lines += ['#include "marks.h"'] * draw.randint(1, 2)
        self.lines += body
        self.safe = draw.choice(range(self.marks))  # with this mark there is a barrier
        self.lines += ["kernel void k(global int* out) {", "  local int turn[8];", "  int me = get_local_id(0);", "  turn[me] = me;",
                       f"#ifdef MARK_{self.safe}", "  barrier(CLK_LOCAL_MEM_FENCE);", "#endif", "  int got = turn[7 - me];",
                       "  barrier(CLK_LOCAL_MEM_FENCE);", "  if (me == 0) {"]
        for mark in range(self.marks):
            self.lines += [f"#ifdef MARK_{mark}", f"    out[{mark}] = 1;", "#endif"]
        self.lines += ["  }", "  out[24 + me] = got;", "}"]

    def mark(self, depth):
        lines = [f"#define MARK_{self.marks}"]
        self.marks += 1
        if depth > 0 and self.marks < 16 and self.draw.random() < 0.5:
            lines += self.chain(depth - 1)
        return lines

    def chain(self, depth):
        lines = [f"#if {condition(self.draw)}"] + self.mark(depth)
        for _ in range(self.draw.randint(0, 2)):
            if self.draw.random() < 0.2:
                lines += [f"#{self.draw.choice(['elifdef', 'elifndef'])} {self.draw.choice(NAMES)}"] + self.mark(0)
            else:
                lines += [f"#elif {condition(self.draw)}"] + self.mark(0)
        if self.draw.random() < 0.6:
            lines += ["#else"] + self.mark(depth)
        lines.append("#endif")
        return lines

    def source(self):
        return "\n".join(self.lines) + "\n"


def run_one(seed, options, folder):
    """Returns the outcome of one program: a word, and any contradiction with the device."""
    program = Program(random.Random(seed))
    (folder / "k.cl").write_text(program.source(), encoding="utf-8")
    (folder / "marks.h").write_text("\n".join(program.header) + "\n", encoding="utf-8")
    (folder / "there.h").write_text("\n", encoding="utf-8")
    command = [options.launchproof, "run", "--quiet", "--no-cache", "-o", str(folder / "out.lpcap"), "--", options.application, "k.cl", "-I."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    results_file = folder / "out.lpcap" / "results.json"
    values = done.stdout.split()
    if len(values) != 32:
        return "not built", None  # the device refuses the program
    marks = [bool(int(value)) for value in values[:program.marks]]
    result = json.loads(results_file.read_text(encoding="utf-8"))["results"][0]
    verdict = result["verdict"]
    if marks[program.safe]:
        wrong = verdict in ("defect", "error")
    else:
        wrong = verdict in ("verified", "error")
    expected = "verified" if marks[program.safe] else "defect"
    if wrong:
        return "contradiction", f"seed {seed}: the device took the branches of marks {[i for i, m in enumerate(marks) if m]}, so that the " \
                                f"kernel is to be {expected}; found {verdict} ({result['reason']})"
    return ("decided" if verdict == expected else "not decided"), None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--application", default="build/tests/apps/app_questions", help="tests/apps/questions.c")
    parser.add_argument("--seed", type=int, default=1, help="of the first program; each next one has the next")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=1, help="accepted for the other checks' sake; programs run one by one")
    parser.add_argument("--least-decided", type=float, default=0, metavar="PERCENT", help="of the programs that the device builds")
    parser.add_argument("--keep", type=pathlib.Path, help="folder to which contradicted programs are copied")
    options = parser.parse_args()
    options.launchproof = os.path.abspath(options.launchproof)
    options.application = os.path.abspath(options.application)
    counts = collections.Counter()
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            word, problem = run_one(seed, options, folder)
            counts[word] += 1
            if problem:
                print(problem, flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{seed}.cl").write_text((folder / "k.cl").read_text(encoding="utf-8"), encoding="utf-8")
    built = options.count - counts["not built"]
    print(", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
    if built == 0:
        return 2
    return 1 if counts["contradiction"] or 100 * counts["decided"] < options.least_decided * built else 0


if __name__ == "__main__":
    sys.exit(main())
