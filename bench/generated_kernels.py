#!/usr/bin/env python3
"""Verifies generated kernels of kinds that are frequent in samples, ten of each, and straight-line ciphers and hashes.

Each kernel is verified in a process of its own, with the result cache off. `meets` is the kernel with a fault in it,
which has to be found. Shows the median and the longest processor time of each kind.

Exit status: 0 when every kernel is `verified` and every faulty one is not, else 1.
"""

import pathlib
import random
import sys
import tempfile

import measured

SIZES = (16, 32, 64, 128, 256)


def prefix_sums(number, meets):
    size, pad = SIZES[number % 5], 4 + number // 5
    barrier = "barrier(CLK_LOCAL_MEM_FENCE);" if not meets else ""
    return f"""#define PADDED(n) ((n) + ((n) >> {pad}))
__kernel void scan(__global const int *in, __global int *out, __local int *sums) {{
  int t = get_local_id(0), first = get_group_id(0) * {2 * size}, offset = 1;
  sums[PADDED(2 * t)] = in[first + 2 * t];
  sums[PADDED(2 * t + 1)] = in[first + 2 * t + 1];
  for (int d = {size}; d > 0; d >>= 1) {{
    {barrier}
    if (t < d) sums[PADDED(offset * (2 * t + 2) - 1)] += sums[PADDED(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }}
  barrier(CLK_LOCAL_MEM_FENCE);
  out[first + 2 * t] = sums[PADDED(2 * t)];
  out[first + 2 * t + 1] = sums[PADDED(2 * t + 1)];
}}
""", ["--local-size", size, "--num-groups", 8, "--buffer", f"in={64 * size}", "--buffer", f"out={64 * size}",
      "--local", f"sums={16 * size}"]


def tiled_product(number, meets):
    tile, pad = (8, 16)[number % 2], 1 + number // 2 % 5
    width = 4 * tile
    barrier = "" if meets else "barrier(CLK_LOCAL_MEM_FENCE);"
    return f"""__kernel void product(__global const float *a, __global const float *b, __global float *c, int n) {{
  __local float left[{tile}][{tile + pad}], right[{tile}][{tile + pad}];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n / {tile}; k++) {{
    left[y][x] = a[row * n + k * {tile} + x];
    right[y][x] = b[(k * {tile} + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < {tile}; j++) sum += left[y][j] * right[j][x];
    {barrier}
  }}
  c[row * n + column] = sum;
}}
""", ["--local-size", f"{tile},{tile}", "--num-groups", "4,4", "--arg", f"n={width}",
      *(word for name in "abc" for word in ("--buffer", f"{name}={4 * width * width}"))]


def stencil(number, meets):
    side, reach = (16, 32, 48, 64, 80)[number % 5], 1 + number // 5
    last = "" if not meets else " + 1"
    terms = " + ".join(f"in[at - {k} * plane] + in[at + {k} * plane] + in[at - {k} * n] + in[at + {k} * n]"
                       f" + in[at - {k}] + in[at + {k}]" for k in range(1, reach + 1))
    return f"""__kernel void stencil(__global const float *in, __global float *out, int n) {{
  int x = get_global_id(0), y = get_global_id(1), plane = n * n;
  if (x < {reach} || y < {reach} || x >= n - {reach} || y >= n - {reach}) return;
  for (int z = {reach}; z < n - {reach}{last}; z++) {{
    int at = z * plane + y * n + x;
    out[at] = in[at] + {terms};
  }}
}}
""", ["--local-size", "8,8", "--num-groups", f"{side // 8},{side // 8}", "--arg", f"n={side}",
      "--buffer", f"in={4 * side ** 3}", "--buffer", f"out={4 * side ** 3}"]


def differences(number, meets):
    block, range_ = (4, 8)[number % 2], 2 + number // 2
    width = 128
    row = "(oy + v)" if not meets else "(oy + v + 1)"
    return f"""__kernel void differences(__global const uchar *frame, __global const uchar *other, __global uint *best) {{
  int bx = get_global_id(0), by = get_global_id(1), ox = bx * {block} + {range_}, oy = by * {block} + {range_};
  uint least = 0xffffffffu;
  for (int dy = -{range_}; dy <= {range_}; dy++)
    for (int dx = -{range_}; dx <= {range_}; dx++) {{
      uint sum = 0;
      for (int v = 0; v < {block}; v++)
        for (int u = 0; u < {block}; u++)
          sum += abs_diff(frame[{row} * {width} + ox + u], other[(oy + dy + v) * {width} + ox + dx + u]);
      least = min(least, sum);
    }}
  best[by * get_global_size(0) + bx] = least;
}}
""", ["--local-size", "8,4", "--num-groups", "1,1", "--buffer", f"frame={width * (4 * block + range_)}",
      "--buffer", f"other={width * (4 * block + 2 * range_)}", "--buffer", "best=128"]


def histogram(number, meets):
    bins, size = (64, 128, 256)[number % 3], SIZES[number % 5]
    add = "atomic_inc(&counts[in[i] & MASK]);" if not meets else "counts[in[i] & MASK]++;"
    return f"""#define MASK {bins - 1}
__kernel void histogram(__global const uint *in, __global uint *out, int n) {{
  __local uint counts[{bins}];
  for (int b = get_local_id(0); b < {bins}; b += get_local_size(0)) counts[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {add}
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = get_local_id(0); b < {bins}; b += get_local_size(0)) out[get_group_id(0) * {bins} + b] = counts[b];
}}
""", ["--local-size", size, "--num-groups", 8, "--arg", f"n={1000 + 77 * number}",
      "--buffer", f"in={4 * (1000 + 77 * number)}", "--buffer", f"out={32 * bins}"]


def numbers(count, bits, kind):
    draw = random.Random(count + bits)
    return f"__constant {kind}[{count}] = {{{', '.join(str(draw.getrandbits(bits)) for _ in range(count))}}};\n"


def cipher_by_words(number, meets):
    """Unrolled rounds of table look-ups on 32-bit words; AES with 256-bit keys has 13 of them."""
    rounds, table = 4 + number, numbers(255 if meets else 256, 32, "uint table")
    lines = []
    for k in range(1, rounds):
        a, b = ("s", "t") if k % 2 else ("t", "s")
        for j in range(4):
            lines.append(f"  {b}{j} = table[{a}{j} >> 24] ^ rotate(table[({a}{(j + 1) % 4} >> 16) & 255], 8u) ^ "
                         f"rotate(table[({a}{(j + 2) % 4} >> 8) & 255], 16u) ^ "
                         f"rotate(table[{a}{(j + 3) % 4} & 255], 24u) ^ keys[{4 * k + j}];")
    text = "\n".join(lines)
    return f"""{table}__kernel void cipher(__global const uint4 *in, __global uint4 *out, __constant uint *keys) {{
  int i = get_global_id(0);
  uint s0 = in[i].x ^ keys[0], s1 = in[i].y ^ keys[1], s2 = in[i].z ^ keys[2], s3 = in[i].w ^ keys[3];
  uint t0 = 0, t1 = 0, t2 = 0, t3 = 0;
{text}
  out[i] = (uint4)(s0 ^ t0, s1 ^ t1, s2 ^ t2, s3 ^ t3);
}}
""", ["--local-size", 64, "--num-groups", 16, "--buffer", "in=16384", "--buffer", "out=16384",
      "--buffer", f"keys={16 * rounds}"]


def cipher_by_bytes(number, meets):
    """The same on bytes in private arrays, in a loop over the rounds."""
    rounds, last = 4 + number, 15 if not meets else 16
    return f"""{numbers(256, 8, "uchar box")}uchar twice(uchar x) {{ return (x << 1) ^ ((x >> 7) * 0x1b); }}
__kernel void cipher(__global const uchar *in, __global uchar *out, __global const uchar *keys) {{
  int i = get_global_id(0);
  uchar s[16], t[16];
  for (int k = 0; k < 16; k++) s[k] = in[16 * i + k] ^ keys[k];
  for (int r = 1; r < {rounds}; r++) {{
    for (int k = 0; k < 16; k++) t[k] = box[s[(5 * k) & 15]];
    for (int c = 0; c < 16; c += 4)
      for (int k = 0; k < 4; k++)
        s[c + k] = t[c + k] ^ t[c] ^ t[c + 1] ^ t[c + 2] ^ t[c + 3] ^ twice(t[c + k] ^ t[c + (k + 1) % 4])
                   ^ keys[16 * r + c + k];
  }}
  for (int k = 0; k <= {last}; k++) out[16 * i + k] = box[s[(5 * k) & 15]];
}}
""", ["--local-size", 64, "--num-groups", 16, "--buffer", "in=16384", "--buffer", "out=16388",
      "--buffer", f"keys={16 * rounds}"]


def digest(number, meets):
    """Unrolled steps of additions and rotations; MD5 has 64 of them."""
    steps, draw = 28 + 4 * number, random.Random(number)
    forms = ("(b & c) | (~b & d)", "(d & b) | (~d & c)", "b ^ c ^ d", "c ^ (b | ~d)")
    lines = [f"  f = {forms[k // 16 % 4]}; t = d; d = c; c = b; b += rotate(a + f + {draw.getrandbits(32)}u + "
             f"w[{draw.randrange(16)}], {draw.randrange(1, 31)}u); a = t;" for k in range(steps)]
    stride = 4 if not meets else 3
    text = "\n".join(lines)
    return f"""__kernel void digest(__global const uint *words, __global uint *out) {{
  uint i = get_global_id(0), w[16], a = 1, b = 2, c = 3, d = 4, f, t;
  for (int k = 0; k < 16; k++) w[k] = words[16 * i + k];
{text}
  out[{stride} * i] = a; out[{stride} * i + 1] = b; out[{stride} * i + 2] = c; out[{stride} * i + 3] = d;
}}
""", ["--local-size", 64, "--num-groups", 16, "--buffer", "words=65536", "--buffer", "out=16384"]


KINDS = (prefix_sums, tiled_product, stencil, differences, histogram, cipher_by_words, cipher_by_bytes, digest)


def verdict_of(options, folder, kind, number, meets):
    """Returns the verdict's name and the processor seconds."""
    source, launch = kind(number, meets)
    path = pathlib.Path(folder) / f"{kind.__name__}_{number}{'_meets' if meets else ''}.cl"
    path.write_text(source, encoding="utf-8")
    command = [options.launchproof, "check", path, *launch, "--timeout", options.timeout]
    done, _, seconds = measured.timed(command)
    rows = done.stdout.splitlines()
    words = rows[1].split() if len(rows) > 1 else []
    return (words[2] if len(words) > 2 else "error"), seconds


def main():
    options = measured.options_of(__doc__, timeout=(60, "seconds for one kernel"), count=(10, "kernels of a kind"))
    print(measured.machine())
    print("milliseconds of processor time          median       p90       max   verified   faults found")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            right = [verdict_of(options, folder, kind, number, False) for number in range(options.count)]
            wrong = [verdict_of(options, folder, kind, number, True)[0] for number in range(options.count)]
            verified = sum(verdict == "verified" for verdict, _ in right)
            found = sum(verdict in ("defect", "possible-defect") for verdict in wrong)
            failed += 2 * options.count - verified - found
            print(f"{kind.__name__:36} {measured.spread([seconds for _, seconds in right])} "
                  f"{verified:7} of {options.count} {found:7} of {options.count}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
