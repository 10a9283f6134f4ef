#!/usr/bin/env python3
"""Random kernels with barrier invariants and with scans, each simulated on the side: what is verified must be so.

    bench/truth/memory.py --launchproof build/bin/launchproof --count 200 --seed 1

A kernel may slip: a constant, an index or a step is then another one. Prints one line for each contradiction (verified,
and the simulation breaks a claim) and the counts; the exit status is 1 where there is a contradiction."""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ITEMS = 8


def slipped(draw, value, slip):
    return value + draw.choice((-1, 1)) if draw.random() < slip else value


def barrier_invariant(draw, slip):
    """Returns a kernel and whether its claims hold."""
    factor, offset, growth = draw.randint(1, 5), draw.randint(0, 9), draw.randint(1, 5)
    step, shift = draw.choice((1, 3, 5, 7)), draw.randint(0, 7)
    told_factor, told_offset = slipped(draw, factor, slip), slipped(draw, offset, slip)
    told_growth, expected = slipped(draw, growth, slip), slipped(draw, growth + offset, slip)
    other = f"({step} * t + {shift}) % {ITEMS}"
    named = other if draw.random() > slip else f"({step} * t + {shift} + 1) % {ITEMS}"
    grows_at = "t" if draw.random() > slip else f"(t + 1) % {ITEMS}"
    kernel = f"""kernel void f(local uint* a) {{
  local uint before[{ITEMS}];
  uint t = get_local_id(0);
  a[t] = {factor} * t + {offset};
  __barrier_invariant(a[t] == {told_factor} * t + {told_offset}, t, {grows_at});
  barrier(CLK_LOCAL_MEM_FENCE);
  __array_snapshot(before, a);
  a[{grows_at}] = a[{grows_at}] + {growth};
  __barrier_invariant(a[t] == before[t] + {told_growth}, {named});
  __barrier_invariant(before[t] == {factor} * t + {offset}, {named});
  barrier(CLK_LOCAL_MEM_FENCE);
  uint x = a[{other}];
  __assert(x == {factor} * ({other}) + {expected});
}}
"""
    first = [factor * t + offset for t in range(ITEMS)]
    holds = all(first[t] == told_factor * t + told_offset for t in range(ITEMS))
    holds = holds and growth == told_growth and expected == growth + offset
    return kernel, holds, ["--local", f"a={4 * ITEMS}"]


SCANS = {
    "kogge-stone": ("t >= step", "sums[t - step]", "step < ITEMS"),
    "sklansky": ("(t & step) != 0", "sums[(t & ~(step - 1)) - 1]", "step < ITEMS"),
}


def scan(draw, slip):
    guard, operand, goes_on = SCANS[draw.choice(sorted(SCANS))]
    exclusive = draw.randint(0, 1)
    store = "out[t] = sums[t];"
    if exclusive:
        store = "out[t] = t == 0 ? 0 : sums[t - 1];"
    if draw.random() < slip:
        guard = guard.replace(">=", ">") if ">=" in guard else "(t & step) == 0 && t >= step"
    if draw.random() < slip:
        goes_on = "step < ITEMS / 2"
    if draw.random() < slip:
        operand = "sums[t - step + (step > 1)]" if "t - step" in operand else "sums[t - step]"
    claimed = exclusive if draw.random() > slip else 1 - exclusive
    kernel = f"""#define ITEMS {ITEMS}
kernel void f(global uint* out, global const uint* in) {{
  local uint sums[ITEMS];
  uint t = get_local_id(0);
  sums[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; {goes_on}; step *= 2) {{
    uint other = {guard} ? {operand} : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[t] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }}
  barrier(CLK_LOCAL_MEM_FENCE);
  {store}
  __is_scan(out, in, {claimed});
}}
"""
    given = [draw.randint(1, 10**6) for _ in range(ITEMS)]
    sums = list(given)
    python = {name: text.replace("&&", "and").replace("ITEMS", str(ITEMS)).replace("/", "//")
              for name, text in (("guard", guard), ("operand", operand), ("goes_on", goes_on))}
    step = 1
    while eval(python["goes_on"], {"step": step}):
        names = {"step": step, "sums": sums}
        others = [eval(python["operand"], {**names, "t": t}) if eval(python["guard"], {**names, "t": t}) else 0
                  for t in range(ITEMS)]
        sums = [a + b for a, b in zip(sums, others)]
        step *= 2
    out = [0, *sums[:-1]] if exclusive else sums
    right = [sum(given[:t + (1 - claimed)]) for t in range(ITEMS)]
    return kernel, out == right, ["--buffer", f"out={4 * ITEMS}", "--buffer", f"in={4 * ITEMS}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launchproof", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slip", type=float, default=0.1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    counts = {}
    contradictions = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines, truths = [], []
        for number in range(arguments.count):
            draw = random.Random(f"{arguments.seed}.{number}")
            make = draw.choice((barrier_invariant, scan))
            kernel, holds, options = make(draw, arguments.slip)
            path = folder / f"{number}.cl"
            path.write_text(kernel)
            lines.append(" ".join(["--local-size", str(ITEMS), "--num-groups", "1", *options, str(path)]))
            truths.append((make.__name__, holds, kernel))
        batch = folder / "batch"
        batch.write_text("\n".join(lines) + "\n")
        done = subprocess.run([arguments.launchproof, "check", "--no-cache", "--no-replay", "--jobs", str(arguments.jobs), "--batch", str(batch)],
                              capture_output=True, text=True, check=False)
        for line in done.stdout.splitlines():
            result = json.loads(line)
            kind, holds, kernel = truths[result["line"] - 1]
            verdicts = [one["verdict"] for one in result.get("results", [result])]
            key = (kind, "holds" if holds else "broken", *verdicts)
            counts[key] = counts.get(key, 0) + 1
            if "verified" in verdicts and not holds:
                contradictions += 1
                print(f"contradiction: {kind} {result['line'] - 1} of seed {arguments.seed} is verified, and does not hold\n{kernel}")
    for key, count in sorted(counts.items()):
        print(*key, count)
    judged = sum(counts.values())
    print(f"{judged} of {arguments.count} judged, {contradictions} contradictions")
    return 1 if contradictions or judged != arguments.count else 0


if __name__ == "__main__":
    sys.exit(main())
