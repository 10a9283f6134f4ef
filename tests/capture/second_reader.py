#!/usr/bin/env python3
"""Reads a capture by docs/capture-format.md alone, and prints each launch as one line of JSON: a second reader, which shares no code
with capture/ and was written without looking there, so that what the page leaves out shows as a difference.

    second_reader.py CAPTURE

Launches come by process and then as they stand in its file. What is wrong with the capture goes to the standard error.
Exit status: 0, or 1 when the capture cannot be read at all.
"""

import hashlib
import json
import pathlib
import struct
import subprocess
import sys

SCHEMAS = ("launchproof.capture/1", "launchproof.capture/2", "launchproof.capture/3")
COUNTERS, FIRST_COUNTER = b"LPCOUNT1", 4096
# Members of each kind of argument, with defaults for missing ones. The page allows no others to be missing.
NEEDED = object()
MEMBERS = {
    "value": {"bytes": NEEDED},
    "buffer": {"object": NEEDED, "root": "object", "origin": 0, "size": NEEDED, "flags": NEEDED, "before": None},
    "structure": {"bytes": NEEDED, "pointers": NEEDED},
    "null": {},
    "local": {"size": NEEDED},
    "image": {"object": NEEDED, "root": NEEDED, "image_type": NEEDED, "channel_order": NEEDED, "channel_type": NEEDED, "width": NEEDED,
              "height": NEEDED, "depth": NEEDED, "array_size": NEEDED, "row_pitch": NEEDED, "slice_pitch": NEEDED, "flags": NEEDED,
              "over_buffer": False, "origin": 0},
    "sampler": {"normalized_coordinates": NEEDED, "addressing_mode": NEEDED, "filter_mode": NEEDED},
    "pipe": {"object": NEEDED, "packet_size": NEEDED, "max_packets": NEEDED, "flags": NEEDED},
    "unknown": {"reason": NEEDED},
}


def complain(what):
    print(f"second_reader: {what}", file=sys.stderr)


def text(value):
    """Returns a text as Python represents it; bytes that are not UTF-8 become lone surrogates."""
    raw = bytes.fromhex(value["hex"]) if isinstance(value, dict) else value.encode()
    return raw.decode("utf-8", "surrogateescape")


def lines(path):
    """Returns the objects of a file of lines, with their numbers. Unfinished lines and lines that are not
    JSON are reported and omitted."""
    if not path.exists():
        return
    pieces = path.read_bytes().split(b"\n")
    if pieces.pop():
        complain(f"{path.name}: the last line is unfinished")
    for number, piece in enumerate(pieces, 1):
        try:
            yield number, json.loads(piece)
        except ValueError as error:
            complain(f"{path.name}:{number}: {error}")


class Blobs:
    def __init__(self, folder):
        self.folder = folder / "blobs"

    def read(self, digest):
        """Returns the checked bytes with this digest, or nothing if they are missing."""
        plain, packed = self.folder / digest, self.folder / f"{digest}.zst"
        if plain.exists():
            found = plain.read_bytes()
        elif packed.exists():
            found = subprocess.run(["zstd", "-dcq", str(packed)], capture_output=True, check=True).stdout
        else:
            return None
        if hashlib.sha256(found).hexdigest() != digest:
            complain(f"blob {digest} has another digest")
            return None
        return found


class Process:
    def __init__(self, folder, tag):
        self.tag, self.parent, self.devices, self.programs = tag, None, {}, {}
        for _, one in lines(folder / f"programs.{tag}.jsonl"):
            if one.get("record") == "process":
                self.parent = one.get("forked_from")
            elif one.get("record") == "device":
                self.devices[one["id"]] = one
            elif one.get("record") == "program":
                self.programs[one["id"]] = one
        self.counters = b""
        path = folder / f"counters.{tag}"
        if path.exists():
            self.counters = path.read_bytes()
            if not self.counters.startswith(COUNTERS):
                complain(f"{path.name} holds no counters")
                self.counters = b""

    def count(self, counter):
        begin = FIRST_COUNTER + 8 * counter
        if begin + 8 > len(self.counters):
            return 1
        return struct.unpack_from("<Q", self.counters, begin)[0]


def find(processes, tag, kind, number):
    """Resolves an id of a process: ids from before the fork are the parent's."""
    while tag in processes:
        process = processes[tag]
        if process.parent is None or number > process.parent[kind]:
            return getattr(process, kind).get(number)
        tag = process.parent["process"]
    return None


def changed(base, line):
    """The members of a line that states how its launch differs from that of another line."""
    whole = dict(base, sequence=line["sequence"], counter=line["counter"])
    whole.update({name: value for name, value in line.items() if name not in ("like", "arguments")})
    arguments = list(base["arguments"])
    for index, change in line.get("arguments", {}).items():
        if isinstance(change, str):
            arguments[int(index)] = dict(arguments[int(index)], bytes=change)
        elif "kind" in change:
            arguments[int(index)] = change
        else:
            arguments[int(index)] = dict(arguments[int(index)], **change)
    whole["arguments"] = arguments
    return whole


def memory(one):
    return {"object": one["object"], "root": one.get("root", one["object"]), "origin": one.get("origin", 0), "size": one["size"],
            "flags": one["flags"], "before": one.get("before")}


def argument(one, blobs):
    kind = one["kind"] if one["kind"] in MEMBERS else "unknown"
    told = {"kind": kind, "name": text(one.get("name", "")), "type": text(one.get("type", "")), "const": one.get("const", False)}
    for member, otherwise in MEMBERS[kind].items():
        if member in one:
            told[member] = one[member]
        elif otherwise is NEEDED:
            raise KeyError(member)
        else:
            told[member] = told.get(otherwise) if isinstance(otherwise, str) else otherwise
    if kind == "structure":
        told["pointers"] = [{"at": pointer["at"], "memory": memory(pointer["memory"])} for pointer in one["pointers"]]
    if "contents" in one:
        digest = one["contents"].get("digest", "")
        held = blobs.read(digest) if digest else None
        told["contents"] = {"digest": digest, "bytes": None if held is None else len(held), "reason": text(one["contents"].get("reason", ""))}
    return told


def program_files(program, blobs):
    told = []
    groups = {group: program[group] for group in ("sources", "headers", "included_files")}
    if "compiled_from" in program:
        groups["compiled_from"] = [program["compiled_from"]]
    for group, files in groups.items():
        for file in files:
            held = blobs.read(file["digest"]) if file["digest"] else None
            told.append({"group": group, "name": text(file["name"]), "digest": file["digest"], "bytes": None if held is None else len(held)})
    return told


def launch(line, process, processes, blobs):
    program = find(processes, process.tag, "programs", line["program"])
    device = find(processes, process.tag, "devices", line["device"])
    reach = line.get("reach")
    return {
        "process": process.tag, "sequence": line["sequence"], "count": process.count(line["counter"]), "kernel": text(line["kernel"]),
        "program_digest": line["program_digest"], "options": text(line["options"]), "origin": program["origin"] if program else None,
        "files": program_files(program, blobs) if program else None, "device": text(device["name"]) if device else None,
        "work_dim": line["work_dim"], "global_offset": line["global_offset"], "global_size": line["global_size"],
        "local_size": line["local_size"], "chosen_local_size": line["chosen_local_size"], "sub_groups": line.get("sub_groups"), "dynamic_local_bytes": line.get("dynamic_local_bytes", 0),
        "cooperative": line.get("cooperative"),
        "arguments": [argument(one, blobs) for one in line["arguments"]],
        "reach": reach and {"memory": [argument(one, blobs) for one in reach["memory"]], "all": reach["all"]},
        "call_site": {name: text(line["call_site"][name]) for name in ("function", "file", "module")}
        | {name: line["call_site"][name] for name in ("line", "offset")},
    }


def launches(folder, process, processes, blobs):
    bases = {}
    path = folder / f"launches.{process.tag}.jsonl"
    for number, line in lines(path):
        try:
            if "like" in line:
                line = changed(bases[line["like"]], line)
            else:
                bases[line["counter"]] = line
            if process.count(line["counter"]) != 0:
                yield launch(line, process, processes, blobs)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            complain(f"{path.name}:{number}: {type(error).__name__} {error}")


def main():
    folder = pathlib.Path(sys.argv[1])
    try:
        session = json.loads((folder / "session.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        complain(error)
        return 1
    if session["schema"] not in SCHEMAS:
        complain(f"schema {session['schema']}; this reads {' and '.join(SCHEMAS)}")
        return 1
    tags = sorted(path.name.removeprefix("counters.") for path in folder.glob("counters.*"))
    processes = {tag: Process(folder, tag) for tag in tags}
    blobs = Blobs(folder)
    for tag in tags:
        for one in launches(folder, processes[tag], processes, blobs):
            print(json.dumps(one, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
