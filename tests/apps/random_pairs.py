#!/usr/bin/env python3
"""Random pairs of launches in a queue out of order, whose races are counted here byte by byte and compared with the verdict.

    random_pairs.py --launchproof PROGRAM --apps FOLDER [--count N] [--seed S] [--keep FOLDER]

A pair that races is never `verified`, but for benign races, which must be listed; one that does not race is never a defect. At least a third of the pairs of either
kind must be decided, so that answers of `unknown` do not pass for the test."""
import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

PART = 4096  # bytes that each launch has
NUMBERS = 256


def index(draw):
    """An index, both as C text and as a function of the work-item."""
    factor, addend = draw.randrange(1, 5), draw.randrange(90)
    return draw.choice([
        (f"{factor} * g + {addend}", lambda e: factor * e["g"] + addend),
        ("g + v", lambda e: e["g"] + e["v"]),
        (f"g % {factor + 1} * {factor} + {addend}", lambda e: e["g"] % (factor + 1) * factor + addend),
        (f"w * {16 * factor} + l + {addend}", lambda e: e["w"] * 16 * factor + e["l"] + addend),
        (f"number[g & 255] + {addend}", lambda e: e["number"][e["g"] & 255] + addend),
        (f"(g ^ {factor}) + {addend}", lambda e: (e["g"] ^ factor) + addend),
        (f"{addend}", lambda e: addend)])


def guard(draw):
    return draw.choice([
        ("1", lambda e: True),
        ("g < v", lambda e: e["g"] < e["v"]),
        ("g % 2 == 0", lambda e: e["g"] % 2 == 0),
        ("number[g & 255] < 128", lambda e: e["number"][e["g"] & 255] < 128)])


def statement(draw):
    """A statement, and for a work-item the bytes that it accesses and the kind of access."""
    where, place = index(draw)
    when, holds = guard(draw)
    kind = draw.choice(["write", "read", "atomic", "byte", "loop"])
    words = lambda e, numbers, does: [(4 * n + i, does(i)) for n in numbers for i in range(4)] if holds(e) else []
    if kind == "write":
        more = draw.randrange(3)
        return (f"if ({when}) d[{where}] = (int)g + {more};",
                lambda e: words(e, [place(e)], lambda i: ("write", (e["g"] + more).to_bytes(4, "little")[i])))
    if kind == "read":
        return f"if ({when}) o[g] += d[{where}];", lambda e: words(e, [place(e)], lambda i: ("read",))
    if kind == "atomic":
        return (f"if ({when}) {draw.choice(['atomic_inc', 'atomic_dec'])}(&d[{where}]);",
                lambda e: words(e, [place(e)], lambda i: ("atomic",)))
    if kind == "byte":
        return (f"if ({when}) ((__global char *)d)[{where}] = (char)g;",
                lambda e: [(place(e), ("write", e["g"]))] if holds(e) else [])
    times, step = draw.randrange(1, 6), draw.choice([1, 2, 64])
    return (f"if ({when}) for (int k = 0; k < {times}; ++k) o[g] += d[{where} + k * {step}];",
            lambda e: words(e, [place(e) + k * step for k in range(times)], lambda i: ("read",)))


def kernel(draw, name):
    parts = [statement(draw) for _ in range(draw.choice([1, 1, 1, 2, 3]))]
    body = "\n".join(f"  {text}" for text, _ in parts)
    return (f"__kernel void {name}(__global int *d, __global const int *number, __global int *o, int v) {{\n"
            f"  size_t g = get_global_id(0), l = get_local_id(0), w = get_group_id(0);\n{body}\n}}\n",
            [touched for _, touched in parts])


def footprint(touched, launch, number):
    """Returns the accesses to each byte of the common buffer, or nothing if the launch leaves its part."""
    result = collections.defaultdict(set)
    for g in range(launch["global"]):
        e = {"g": g, "l": g % launch["local"], "w": g // launch["local"], "v": launch["value"], "number": number}
        for one in touched:
            for byte, does in one(e):
                if not 0 <= byte < PART:
                    return None
                result[byte + launch["origin"]].add(does)
    return result


def judge(first, second):
    """Returns "free", "race", or "benign" if the two launches only store the same value in each common
    byte."""
    result = "free"
    for byte in first.keys() & second.keys():
        kinds = [{one[0] for one in side[byte]} for side in (first, second)]
        if not any({one, other} != {"read"} and {one, other} != {"atomic"} for one in kinds[0] for other in kinds[1]):
            continue
        both = first[byte] | second[byte]
        if len(both) > 1 or kinds[0] != {"write"}:
            return "race"
        result = "benign"
    return result


def verdict_of(options, folder, source, words, contents):
    (folder / "k.cl").write_text(source, encoding="utf-8")
    ran = subprocess.run([options.launchproof, "run", "-q", "-o", str(folder / "c"), "--no-cache", f"--contents={contents}", "--timeout=60",
                          "--", str(options.apps / "app_given_pair"), str(folder / "k.cl"), *map(str, words)],
                         capture_output=True, text=True, check=False)
    if ran.returncode == 3:
        return None, False
    results = json.loads((folder / "c" / "results.json").read_text(encoding="utf-8"))["results"]
    pairs = [one for one in results if "launch-race" in one["properties"]]
    benign = any(finding["benign"] for one in pairs for finding in one["findings"])
    return (pairs[0]["properties"]["launch-race"] if pairs else "none"), benign


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", required=True)
    parser.add_argument("--apps", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the sources of wrong answers")
    options = parser.parse_args()
    options.launchproof = os.path.abspath(options.launchproof)
    options.apps = options.apps.resolve()
    draw = random.Random(options.seed)
    tally = collections.Counter()
    wrong = 0
    while sum(tally.values()) < options.count:
        (first, of_first), (second, of_second) = kernel(draw, "first"), kernel(draw, "second")
        factor, addend = draw.choice([1, 2, 3, 7]), draw.randrange(50)
        number = [(i * factor + addend) % NUMBERS for i in range(NUMBERS)]
        launches = []
        for origins in ([0, 1024, 2048], [0, 1024]):
            local = draw.choice([8, 16])
            launches.append({"origin": draw.choice(origins), "global": local * draw.randrange(1, 5), "local": local,
                             "value": draw.randrange(300)})
        prints = [footprint(touched, launch, number) for touched, launch in zip((of_first, of_second), launches)]
        contents = draw.choice(["all", "all", "none"])
        if None in prints:
            continue
        words = [factor, addend] + [launch[key] for launch in launches for key in ("origin", "global", "local", "value")]
        with tempfile.TemporaryDirectory() as name:
            found, benign = verdict_of(options, pathlib.Path(name), first + second, words, contents)
        if found is None:
            print("no OpenCL device")
            return 77
        kind = judge(*prints)
        tally[kind, found] += 1
        passes = found == "unknown" or found == "verified" and benign == (kind == "benign") and kind != "race" or \
            found == "defect" and kind == "race" or found == "none" and kind == "free"
        if not passes:
            wrong += 1
            print(f"wrong: {found} (benign: {benign}) for a pair that is {kind}: {words}, contents {contents}\n{first}{second}")
            if options.keep:
                (options.keep / f"{options.seed}-{sum(tally.values())}.cl").write_text(first + second, encoding="utf-8")
    for (kind, found), count in sorted(tally.items()):
        print(f"{count} {kind}: {found}")
    for kind, found in (("race", "defect"), ("free", "verified")):
        of_kind = sum(count for (one, _), count in tally.items() if one == kind)
        if 3 * tally[kind, found] < of_kind:
            print(f"of {of_kind} pairs ({kind}), only {tally[kind, found]} are {found}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
