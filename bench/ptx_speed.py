#!/usr/bin/env python3
"""Time to read PTX: a kernel of 5,000 instructions to its model, and 10 MB of PTX to the syntax of a module.

The kernel is after what compilers make: rounds of address arithmetic, predicated and plain loads and stores of global and of shared
memory, floats and integers, shifts and selections, a loop in every hundredth round, and barriers. Each time is processor time of
one process, the least of --rounds.

Exit status: 0 when both are within their limits, 1 when not.
"""

import argparse
import pathlib
import sys
import tempfile

import measured

MODEL_SECONDS = 0.050
PARSE_SECONDS = 1.0
ROUND = """  .loc 1 {line} 9
  add.s32 %r{a}, %r1, {k};
  setp.lt.s32 %p{p}, %r{a}, %r2;
  mul.wide.s32 %rd{d}, %r{a}, 4;
  add.s64 %rd{e}, %rd3, %rd{d};
  @%p{p} ld.global.f32 %f{f}, [%rd{e}+{offset}];
  fma.rn.f32 %f{g}, %f{f}, 0f40000000, %f{last};
  .loc 1 {next} 5
  shl.b32 %r{b}, %r{a}, 3;
  xor.b32 %r{c}, %r{b}, %r1;
  and.b32 %r{h}, %r{c}, 255;
  selp.b32 %r{i}, %r{h}, %r1, %p{p};
  mov.u32 %r{j}, tile;
  shl.b32 %r{l}, %r1, 2;
  add.s32 %r{m}, %r{j}, %r{l};
  st.shared.f32 [%r{m}], %f{g};
  ld.shared.f32 %f{n}, [%r{m}];
  mul.f32 %f{o}, %f{n}, %f{g};
  add.s64 %rd{q}, %rd4, %rd{d};
  @%p{p} st.global.f32 [%rd{q}], %f{o};
"""


def kernel(name, instructions):
    """Returns a kernel with approximately the given number of instructions."""
    text, made, number, last = "", 9, 0, 0
    while made < instructions:
        base, number = 20 + number * 12, number + 1
        text += ROUND.format(line=10 + 2 * number, next=11 + 2 * number, k=number * 32, offset=4 * (number % 8), last=last, p=number,
                             a=base, b=base + 1, c=base + 2, h=base + 3, i=base + 4, j=base + 5, l=base + 6, m=base + 7,
                             d=10 + 3 * number, e=11 + 3 * number, q=12 + 3 * number,
                             f=10 + 4 * number, g=11 + 4 * number, n=12 + 4 * number, o=13 + 4 * number)
        last, made = 13 + 4 * number, made + 18
        if number % 20 == 0:
            text += "  bar.sync 0;\n"
            made += 1
        if number % 100 == 0:
            text += (f"  mov.u32 %r{base + 8}, 0;\n$L_{number}:\n  add.s32 %r{base + 8}, %r{base + 8}, 1;\n"
                     f"  setp.lt.u32 %p0, %r{base + 8}, 16;\n  @%p0 bra $L_{number};\n")
            made += 4
    return (f".visible .entry {name}(.param .u64 {name}_param_0, .param .u64 {name}_param_1, .param .u32 {name}_param_2)\n{{\n"
            f"  .reg .pred %p<{number + 2}>;\n  .reg .b32 %r<{40 + number * 12}>;\n  .reg .f32 %f<{20 + 4 * number}>;\n"
            f"  .reg .b64 %rd<{20 + 3 * number}>;\n"
            f"  ld.param.u64 %rd1, [{name}_param_0];\n  ld.param.u64 %rd2, [{name}_param_1];\n  ld.param.u32 %r2, [{name}_param_2];\n"
            f"  mov.u32 %r1, %tid.x;\n  cvta.to.global.u64 %rd3, %rd1;\n  cvta.to.global.u64 %rd4, %rd2;\n  mov.f32 %f0, 0f00000000;\n"
            f"{text}  ret;\n}}\n")


def module(kernels):
    return (".version 9.0\n.target sm_80\n.address_size 64\n.shared .align 4 .b8 tile[4096];\n" + "".join(kernels) +
            '.file 1 "made.cu"\n')


def seconds_of(options, what, path):
    done, _, _ = measured.timed([options.model, "--seconds", what, "--rounds", str(options.rounds), path])
    if done.returncode != 0:
        sys.exit(f"launchproof-model gives {done.returncode}: {done.stderr.strip()}")
    return float(done.stdout.split()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=pathlib.Path, default=measured.ROOT / "build/bin/launchproof-model")
    parser.add_argument("--instructions", type=int, default=5000)
    parser.add_argument("--megabytes", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the files that are read")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        small, one, many = folder / "small.ptx", folder / "one.ptx", folder / "many.ptx"
        small.write_text(module([kernel("k", 27)]), encoding="utf-8")
        one.write_text(module([kernel("k", options.instructions)]), encoding="utf-8")
        text = kernel("k0", 500)
        many.write_text(module([kernel(f"k{i}", 500) for i in range(options.megabytes * 1_000_000 // len(text) + 1)]), encoding="utf-8")
        least = seconds_of(options, "model", small)
        model = seconds_of(options, "model", one)
        parse = seconds_of(options, "parse", many)
        print(f"a kernel of 27 instructions to its model: {1000 * least:.1f} ms")
        print(f"a kernel of {options.instructions:,} instructions to its model: {1000 * model:.1f} ms (limit {1000 * MODEL_SECONDS:.0f} ms)")
        print(f"{many.stat().st_size / 1e6:.1f} MB of PTX to their syntax: {parse:.3f} s (limit {PARSE_SECONDS:.0f} s)")
    return 0 if model <= MODEL_SECONDS and parse <= PARSE_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
