#!/usr/bin/env python3
"""Breaks the `verified` kernel cases, one edit at a time, and asks whether Launchproof notices.

A mutant that the oracle finds defective and that is `verified` all the same is missed; exit status 1 if any is.
"""

import argparse
import collections
import pathlib
import re
import shutil
import sys
import tempfile

import judges

BARRIER = re.compile(r"\b(?:work_group_)?barrier\s*\([^;]*\)\s*;")
INDEX = re.compile(r"(?<=[\w\]])\[([^\[\]]*[A-Za-z][^\[\]]*)\]")
IDENTITY = re.compile(r"\bget_(?:local|global)_id\s*\(\s*[012]\s*\)")


def replaced(text, found, by):
    return text[:found.start()] + by + text[found.end():]


def drop_barrier(body, launch):
    for found in BARRIER.finditer(body):
        yield replaced(body, found, ";"), launch


def weaken_fence(body, launch):
    for found in BARRIER.finditer(body):
        call = found.group()
        for mine, other in (("CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"), ("CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE")):
            if mine in call:
                yield replaced(body, found, call.replace(other, "0").replace(mine, other)), launch


def conditional_barrier(body, launch):
    for found in BARRIER.finditer(body):
        yield replaced(body, found, "if (get_local_id(0) != 0) " + found.group()), launch


def drop_component(body, launch):
    for found in IDENTITY.finditer(body):
        yield replaced(body, found, "0"), launch


def halve_component(body, launch):
    for found in IDENTITY.finditer(body):
        yield replaced(body, found, f"({found.group()} / 2)"), launch


def shift_index(body, launch):
    for found in INDEX.finditer(body):
        yield replaced(body, found, f"[{found.group(1)} + 1]"), launch
        yield replaced(body, found, f"[({found.group(1)}) - 1]"), launch


def widen_guard(body, launch):
    for found in re.finditer(r"(?<![<])<(?![<=])|<=|(?<![>])>(?![>=])|>=", body):
        other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[found.group()]
        yield replaced(body, found, other), launch


def larger_group(body, launch):
    found = re.search(r"--local-size (\d+)", launch)
    if found:
        yield body, replaced(launch, found, f"--local-size {2 * int(found.group(1))}")


def more_groups(body, launch):
    found = re.search(r"--num-groups (\d+)", launch)
    if found:
        yield body, replaced(launch, found, f"--num-groups {2 * int(found.group(1))}")


def smaller_buffer(body, launch):
    for found in re.finditer(r"--(?:buffer|local) \w+=(\d+)", launch):
        less = max(1, int(found.group(1)) - 1)
        yield body, launch[:found.start(1)] + str(less) + launch[found.end(1):]


def alias(body, launch):
    pointers = re.findall(r"__global[^,()]*\*\s*(?:restrict\s+)?(\w+)", body)
    for first in pointers:
        for second in pointers:
            if first >= second or "@" in launch:
                continue
            rest = re.sub(rf"--buffer {second}=\S+ ?", "", launch)
            if f"--buffer {first}=" not in rest:
                rest += f" --buffer {first}=4096"
            yield body, f"{rest} --buffer {second}=@{first}"


OPERATORS = (drop_barrier, weaken_fence, conditional_barrier, drop_component, halve_component, shift_index,
             widen_guard, larger_group, more_groups, smaller_buffer, alias)


def case(path):
    """Launch and text below the header, or nothing where the case is not `verified` or not for the oracle."""
    keys, lines = {}, path.read_text(encoding="utf-8").splitlines()
    while lines and lines[0].startswith("// ") and ": " in lines[0]:
        key, value = lines.pop(0)[3:].split(": ", 1)
        keys[key] = value
    if keys.get("expect") != "verified" or "oracle" in keys:
        return None
    return keys.get("oracle-launch", keys["launch"]), "\n".join(lines) + "\n"


def mutants(kernels, folder):
    """Writes every mutant; gives (operator, path)."""
    made = []
    for path in sorted(kernels.glob("*/*.cl")):
        found = case(path)
        if found is None:
            continue
        launch, body = found
        for operator in OPERATORS:
            for number, (text, options) in enumerate(operator(body, launch)):
                mutant = folder / f"{path.parent.name}-{path.stem}-{operator.__name__}-{number}.cl"
                mutant.write_text(f"// launch: {options}\n{text}", encoding="utf-8")
                made.append((operator.__name__, mutant))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--launchproof", default="build/bin/launchproof")
    parser.add_argument("--oracle", default="build/bin/launchproof-oracle")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=10, help="seconds for one kernel")
    parser.add_argument("--every", type=int, default=1, help="take every so manieth mutant")
    parser.add_argument("--keep", type=pathlib.Path, help="folder to which contradicted mutants are copied")
    options = parser.parse_args()

    kernels = pathlib.Path(__file__).resolve().parents[2] / "tests/kernels"
    table = collections.defaultdict(collections.Counter)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        made = mutants(kernels, pathlib.Path(folder))[::options.every]
        paths = [path for _, path in made]
        results = judges.verify(options.launchproof, paths, options.jobs, options.timeout)
        judgements = judges.judge(options.oracle, paths, options.jobs)
        for (operator, path), result, judgement in zip(made, results, judgements):
            row = table[operator]
            row["mutants"] += 1
            refuted = judges.refuted(judgement)
            if result is None or result["verdict"] == "error" or judgement["verdict"] == "cannot-judge" and not refuted:
                row["not judged"] += 1
                continue
            verdicts = judges.verdicts(result)
            missed = [name for name in refuted if verdicts[name] == "verified"]
            denied = judges.unseen(result, judgement) if judgement["verdict"] != "cannot-judge" else []
            denied = [finding for finding, elsewhere in denied if not elsewhere]
            if refuted:
                row["defective"] += 1
                row["MISSED" if missed else result["verdict"]] += 1
            else:
                row["clean"] += 1
                row["clean, verified"] += result["verdict"] == "verified"
            row["denied"] += bool(denied)
            if missed or denied:
                wrong += 1
                what = [f"wrong verified: {name}" for name in missed]
                what += [f"wrong defect: {f['property']} at {sorted(judges.own_lines(f))}" for f in denied]
                print(f"{path.name}: {'; '.join(what)}", flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    shutil.copy(path, options.keep)
    columns = ("mutants", "not judged", "defective", "defect", "possible-defect", "unknown", "unsupported", "MISSED",
               "clean", "clean, verified", "denied")
    print(f"{'operator':20}" + "".join(f"{column:>17}" for column in columns))
    for operator in OPERATORS:
        row = table[operator.__name__]
        print(f"{operator.__name__:20}" + "".join(f"{row[column]:17}" for column in columns))
    print(f"{wrong} contradictions")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
