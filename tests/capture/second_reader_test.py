#!/usr/bin/env python3
"""Captures of the test applications, as second_reader.py reads them by docs/capture-format.md and as the product's reader does.

    second_reader_test.py LIST_LAUNCHES LAUNCHPROOF SHIM APPS STUB

LIST_LAUNCHES: the program of list_launches.cpp; STUB: the folder that names the driver of the tests to the loader.
Exit status: 0 when both read the same, 1 when not.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

READER = pathlib.Path(__file__).with_name("second_reader.py")
# Applications with their variables, and what their captures must contain, so that empty readings do not pass
# as equal.
RUNS = {
    "threads": (["threads", "100"], {}, {"launches": 8}),
    "images": (["images"], {}, {"image": 10}),
    "objects": (["objects", "host-memory"], {}, {"launches": 8, "image": 1, "sampler": 1, "sub-buffer": 4}),
    "arguments": (["arguments"], {}, {"launches": 5, "local": 1, "null": 0}),
    "differing in a value": (["distinct", "200"], {}, {"like": 1000}),
    "pipes": (["pipes"], {}, {"pipe": 2}),
    "pointers in memory": (["svm", "reach"], {}, {"reach": 1}),
    "shared memory": (["svm"], {}, {"before": 1}),
    "unified memory": (["usm"], {}, {"launches": 1}),
    "linked and included": (["linking", "-Iheaders"], {}, {"included": 2}),
    "specialised": (["specialised"], {}, {"il": 1}),
    "built-in kernels": (["built_in"], {}, {"il": 1}),
    "forked": (["forking"], {}, {"forked": 1}),
    "typed": (["typed_arguments"], {}, {"typed": 1}),
    "command buffer": (["command_buffer"], {}, {"launches": 1}),
    "sub-groups": (["sub_groups"], {"LAUNCHPROOF_STUB_SUB_GROUPS": "8"}, {"sub-groups": 1}),
    "CUDA": (["cuda", "structure"], {}, {"launches": 1, "structure": 1, "dynamic": 1}),
    "contents": (["vector_add", "3"], {"LAUNCHPROOF_CONTENTS": "all"}, {"contents": 1}),
}
DAMAGED = ("differing in a value",)


def ids_by_appearance(launches):
    """Makes ids of objects comparable, whatever their numbers: the n-th object that a process names
    becomes n."""
    numbers = collections.defaultdict(dict)
    for one in launches:
        seen = numbers[one["process"]]
        every = one["arguments"] + (one["reach"]["memory"] if one["reach"] else [])
        every += [pointer["memory"] for argument in one["arguments"] for pointer in argument.get("pointers", [])]
        for argument in every:
            for member in ("object", "root"):
                if member in argument:
                    argument[member] = seen.setdefault(argument[member], len(seen) + 1)
    return launches


def decoded(value):
    """Converts texts that are not UTF-8 to the form of second_reader.py."""
    if isinstance(value, dict):
        if set(value) == {"hex"}:
            return bytes.fromhex(value["hex"]).decode("utf-8", "surrogateescape")
        return {name: decoded(member) for name, member in value.items()}
    return [decoded(one) for one in value] if isinstance(value, list) else value


def read_by(command, folder, is_damaged=False):
    done = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=False)
    if done.returncode != 0 or (done.stderr and not is_damaged):
        sys.exit(f"{command}: status {done.returncode}: {done.stderr}")
    launches = [decoded(json.loads(line)) for line in done.stdout.splitlines()]
    return ids_by_appearance(sorted(launches, key=lambda one: (one["process"], one["sequence"])))


def seen_in(launches, folder):
    """Counts how often each thing that RUNS names occurs."""
    seen = collections.Counter(launches=len(launches))
    for one in launches:
        seen["sub-groups"] += one["sub_groups"] is not None
        seen["reach"] += one["reach"] is not None
        seen["dynamic"] += one["dynamic_local_bytes"] != 0
        seen["il"] += one["origin"] == "il"
        seen["included"] += sum(file["group"] == "included_files" for file in one["files"])
        for argument in one["arguments"]:
            seen[argument["kind"]] += 1
            seen["sub-buffer"] += argument["kind"] == "buffer" and argument["root"] != argument["object"]
            seen["before"] += bool(argument.get("before"))
            seen["typed"] += argument["type"] != ""
            seen["contents"] += bool(argument.get("contents", {}).get("bytes"))
    for path in folder.glob("*.jsonl"):
        lines = path.read_text(encoding="utf-8").splitlines()
        seen["like"] += sum(line.startswith('{"like"') for line in lines)
        seen["forked"] += sum("forked_from" in json.loads(line) for line in lines)
    return seen


def differences(second, product):
    if len(second) != len(product):
        return [f"{len(second)} launches by the page, {len(product)} by the product"]
    return [f"launch {one['sequence']} of {one['process']}: {member}: {one.get(member)} by the page, {other.get(member)} by the product"
            for one, other in zip(second, product) for member in sorted(set(one) | set(other)) if one.get(member) != other.get(member)]


def damage(capture):
    """Adds things that a reader must skip: an unfinished last line, a line that is not JSON, a line
    without a member, and truncated counters."""
    launches = next(capture.glob("launches.*"))
    lines = launches.read_bytes().split(b"\n")
    lines[5] = b"{" + lines[5]
    lines[7] = lines[7].replace(b'"counter":', b'"account":')
    launches.write_bytes(b"\n".join(lines)[:-20])
    os.truncate(next(capture.glob("counters.*")), 4096 + 8 * 100)


def compare(name, tools, place):
    lister, launchproof, shim, apps, stub = tools
    words, variables, wanted = RUNS[name]
    (place / "headers").mkdir(parents=True)
    (place / "headers/included.h").write_text('#include "deeper.h"\n', encoding="utf-8")
    (place / "headers/deeper.h").write_text("#define INCLUDED 4\n", encoding="utf-8")
    capture = place / "run.lpcap"
    environment = {"PATH": os.environ["PATH"], "HOME": str(place), "OCL_ICD_VENDORS": stub, "OPENCL_LAYERS": shim,
                   "LD_LIBRARY_PATH": str(pathlib.Path(launchproof).parent.parent / "lib/cuda"),
                   "LAUNCHPROOF_CAPTURE": str(capture), **variables}
    subprocess.run([f"{apps}/app_{words[0]}", *words[1:]], cwd=place, env=environment, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    second, product = read_by([sys.executable, str(READER)], capture), read_by([lister], capture)
    problems = []
    seen = seen_in(second, capture)
    problems += [f"{what}: {seen[what]}, fewer than {least}" for what, least in wanted.items() if seen[what] < least]
    problems += differences(second, product)
    stats = json.loads(subprocess.run([launchproof, "capture", "stats", "--format", "json", str(capture)], capture_output=True, text=True,
                                      check=True).stdout)
    counted = {"launches": sum(one["count"] for one in second), "distinct": len(second)}
    problems += [f"{what}: {number} by the page, {stats[what]} by the product" for what, number in counted.items() if stats[what] != number]
    if name in DAMAGED:
        damage(capture)
        less, of_product = read_by([sys.executable, str(READER)], capture, True), read_by([lister], capture, True)
        problems += [f"damaged: {one}" for one in differences(less, of_product)]
        if len(less) != len(second) - 3:
            problems.append(f"{len(less)} launches of {len(second)} when three lines are damaged")
    return problems


def main():
    failed = False
    with tempfile.TemporaryDirectory(prefix="launchproof-second-") as folder:
        for name in RUNS:
            problems = compare(name, sys.argv[1:6], pathlib.Path(folder) / name.replace(" ", "-"))
            failed = failed or bool(problems)
            print(f"{name}: {'the same' if not problems else ''}", *problems[:5], sep="\n  " if problems else "")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
