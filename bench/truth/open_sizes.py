#!/usr/bin/env python3
"""Random kernels whose local size and number of groups are left open, against launches of sizes that are given.

A kernel that is verified for every size must not be a defect at any. Sizes of up to eight work-items in up to six groups are tried, by
the ordinary engine, which is compared with the oracle elsewhere (compare.py). Exits 1 when there is a contradiction, or
when nothing was verified.
"""

import argparse
import collections
import pathlib
import random
import shlex
import sys
import tempfile

import judges

SIZES = [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (3, 2), (4, 2), (5, 3), (8, 1), (8, 2), (6, 4), (2, 6)]
OPEN = [("*", "*"), ("*", "*"), ("*", "2"), ("4", "*"), ("*N", "*N")]
QUERIES = {"lid": "get_local_id(0)", "gid": "get_global_id(0)", "group": "get_group_id(0)", "local_size": "get_local_size(0)",
           "groups": "get_num_groups(0)", "global_size": "get_global_size(0)"}
# Half of these belong to the work-item at every size, or at many sizes.
INDICES = ["gid", "group * local_size + lid", "gid + global_size", "2 * gid", "2 * gid + 1", "lid * groups + group", "global_size - 1 - gid",
           "group * local_size + (local_size - 1 - lid)", "group * local_size + (lid ^ 1)", "group * local_size + (lid + 1) % local_size",
           "gid ^ 1", "(group * 2 + 1) * local_size + lid", "gid * groups", "lid + local_size * (groups - 1 - group)", "gid % global_size",
           "local_size * groups - gid", "gid & (global_size - 1)", "gid << 1", "(groups + group) * local_size + lid"]
GUARDS = ["lid == 0", "gid == 0", "group == 0", "lid < local_size / 2", "lid < local_size - 1", "gid < n", "lid + 1 < local_size",
          "lid % 2 == 0", "group == groups - 1", "local_size > 4", "groups == 1"]
MIRRORS = ["local_size - 1 - lid", "lid ^ 1", "(lid + 1) % local_size", "0", "lid"]


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.sizes = self.random.choice(OPEN)

    def expression(self, depth=2):
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.3:
            return pick([*QUERIES, "lid", "gid", "1", "2", "3", "7"])
        left, operator = self.expression(depth - 1), pick("+ + + * * - / % & ^ >> <<".split())
        if operator in "/%":
            return f"({left} {operator} {pick(['2', '3', '5', 'local_size', 'groups', 'global_size'])})"
        if operator in ("<<", ">>"):
            return f"({left} {operator} {pick('123')})"
        return f"({left} {operator} {self.expression(depth - 1)})"

    def index(self):
        return self.random.choice(INDICES) if self.random.random() < 0.75 else self.expression()

    def guard(self):
        return self.random.choice([*GUARDS, f"{self.expression(1)} < {self.expression(1)}"])

    def statement(self, kind):
        pick, array = self.random.choice, self.random.choice("aab")
        both = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
        if kind == "write":
            return f"{array}[{self.index()}] = lid;"
        if kind == "guarded":
            return f"if ({self.guard()}) {array}[{self.index()}] = x;"
        if kind == "read":
            return f"x += {array}[{self.index()}];"
        if kind == "loop":
            first, most = pick(["lid", "gid", "group"]), pick(["local_size", "global_size", "n", "4 * local_size", "100"])
            step, offset = pick(["local_size", "global_size", "1", "groups"]), pick(["", "group * local_size + ", "group * 100 + "])
            return f"for (TYPE j = {first}; j < {most}; j += {step}) {array}[{offset}j] = x;"
        if kind == "barrier":
            return both
        if kind == "exchange":
            return f"t[lid] = x; {both} x += t[{pick(MIRRORS)}]; {both}"
        return f"if ({self.guard()}) {both}"

    def text(self):
        kinds = self.random.choices(["write", "guarded", "read", "loop", "barrier", "exchange", "divergent"],
                                    [35, 15, 10, 12, 10, 10, 8], k=self.random.randint(1, 4))
        lines = [f"TYPE {name} = {query};" for name, query in QUERIES.items()]
        lines += ["int x = 0;", *map(self.statement, kinds)]
        body = "".join(f"  {line}\n" for line in lines)
        return (f"#define TYPE {self.random.choice(['uint', 'int', 'size_t', 'size_t'])}\n"
                f"kernel void k(global int* a, global int* b, int n) {{\n  local int t[65536];\n{body}}}\n")

    def launches(self):
        """The launch with open sizes comes first."""
        fits = lambda given, size: given.startswith("*") or int(given) == size
        given = [pair for pair in SIZES if fits(self.sizes[0], pair[0]) and fits(self.sizes[1], pair[1])]
        if self.sizes == ("*N", "*N"):
            given = [(size, size) for size in (1, 2, 3, 4, 6)]
        return [f"--local-size={shlex.quote(str(local))} --num-groups={shlex.quote(str(groups))}" for local, groups in [self.sizes, *given]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--seed", type=int, default=1, help="of the first kernel; each next one has the next")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=10, help="seconds for one launch")
    options = parser.parse_args()
    tally, contradictions, verified = collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        paths, owners = [], []
        for seed in range(options.seed, options.seed + options.count):
            kernel = Kernel(seed)
            text = kernel.text()
            for number, launch in enumerate(kernel.launches()):
                path = pathlib.Path(folder) / f"{seed}-{number}.cl"
                path.write_text(f"// launch: {launch}\n{text}", encoding="utf-8")
                paths.append(path)
                owners.append((seed, number))
        found = judges.verify(options.launchproof, paths, options.jobs, options.timeout)
        whole = {}
        for path, (seed, number), result in zip(paths, owners, found):
            if result is None:
                sys.exit(f"no result of {path.read_text(encoding='utf-8')}")
            answers = judges.verdicts(result)
            if number == 0:
                whole[seed] = answers
                tally.update(f"{name} {verdict}" for name, verdict in answers.items())
                verified += answers.get("data-race") == "verified"
                continue
            for name, verdict in answers.items():
                if verdict == "defect" and whole[seed].get(name) == "verified":
                    contradictions += 1
                    print(f"contradiction: {name} is verified for all sizes, and a defect at these:\n{path.read_text(encoding='utf-8')}")
    for line, count in sorted(tally.items()):
        print(f"{count:6} {line}")
    print(f"{options.count} kernels, {len(paths)} launches: {contradictions} contradictions")
    if verified == 0:
        print("no kernel was verified: nothing was put to the test")
    return 1 if contradictions or verified == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
