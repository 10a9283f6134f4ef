"""Asks the oracle about defects that depend on values left open by the launch.

Launchproof shows such a defect with arguments and contents of its own choice and names them in the
witness. The oracle executes the launch with those values given: the defect must be there.
"""

import collections
import re
import shlex
import struct

import judges

FLOATS = {"float": (4, "f"), "double": (8, "d")}
ALIAS = re.compile(r"@(\w+)")
# The words of a finding for the fill of its replay: "and the words 0, 1, 2, … elsewhere in a, b)".
WORDS = "the words 0, 1, 2, …"
FILL = re.compile(rf"(zeros|{WORDS}|random numbers|numbers that \w+ from array to array) (?:elsewhere )?in (\w+(?:, \w+)*)")


def of(finding):
    """The values that a finding's witness chose."""
    return finding.get("witness", {}).get("chosen", [])


def buffers_of(words):
    """Returns (sizes by buffer, root by alias) of a launch."""
    sizes, roots = {}, {}
    for word, following in zip(words, words[1:] + [""]):
        if word == "--buffer" or word.startswith("--buffer="):
            name, _, spec = (following if word == "--buffer" else word.removeprefix("--buffer=")).partition("=")
            alias = ALIAS.match(spec)
            if alias:
                roots[name] = alias.group(1)
            elif spec.isdigit():
                sizes[name] = int(spec)
    return sizes, roots


def value_in_words(item, text):
    """Returns the value in the form that `--arg` takes, according to the parameter's type in the kernel's
    text."""
    for name, (size, code) in FLOATS.items():
        if size == item["bytes"] and re.search(rf"\b{name}\s+{item['name']}\b", text):
            return repr(struct.unpack(f"<{code}", item["value"].to_bytes(size, "little"))[0])
    return str(item["value"])


TYPE = re.compile(r"u?int(8|16|32|64)$")
DECLARED = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "long": 8, "ulong": 8}


def breaks(held, properties, declared):
    """Returns whether the bytes violate the stated properties, given by the words of `--contents`."""
    words = properties.split(",")
    size, signed = DECLARED.get(declared, 4), not declared.startswith("u")
    if TYPE.match(words[0]):
        size, signed = int(TYPE.match(words[0]).group(1)) // 8, not words[0].startswith("u")
        words = words[1:]
    values = [int.from_bytes(held[at:at + size], "little", signed=signed) for at in range(0, len(held) - size + 1, size)]
    pairs = list(zip(values, values[1:]))
    kept = {"distinct": lambda _: len(set(values)) == len(values), "constant": lambda _: len(set(values)) <= 1,
            "permutation": lambda _: sorted(values) == list(range(len(values))),
            "non-decreasing": lambda _: all(a <= b for a, b in pairs), "increasing": lambda _: all(a < b for a, b in pairs),
            "min": lambda end: all(a >= end for a in values), "max": lambda end: all(a <= end for a in values),
            "below": lambda end: all(a < end for a in values)}
    return not all(kept[word.partition(":")[0]](int(word.partition(":")[2] or 0)) for word in words)


def broken_properties(path, finding):
    """Returns whether the complete contents that a finding chose violate the launch's statements about
    them."""
    text = path.read_text(encoding="utf-8")
    launch = judges.launch_of(path)
    sizes, _ = buffers_of(shlex.split(launch))
    for name, properties in re.findall(r"--contents[ =](\w+)=(\S+)", launch):
        items = [item for item in of(finding) if item["contents"] and item["name"] == name]
        held = bytearray(sizes.get(name, 0))
        if sum(item["bytes"] for item in items) < len(held) or ":" in properties and properties.startswith(("bytes:", "file:")):
            continue
        for item in items:
            held[item["byte"]:item["byte"] + item["bytes"]] = item["value"].to_bytes(item["bytes"], "little")
        declared = re.search(rf"(\w+) ?\*\s*(?:restrict )?{name}\b", text)
        if breaks(held, properties, declared.group(1) if declared else "int"):
            return True
    return False


def filled(message):
    """Returns the buffers that a finding's message describes as filled with the words 0, 1, 2, …, or None
    if it names another fill."""
    told = FILL.search(message)
    if told is None:
        return []
    if told.group(1) == "zeros":
        return []
    return told.group(2).split(", ") if told.group(1) == WORDS else None


def launch_with(launch, chosen, text, message=""):
    """Returns the launch with the chosen values given, and the fill that the message names, or None if no
    options can express them."""
    words = shlex.split(launch)
    sizes, roots = buffers_of(words)
    given, contents = {}, {}
    names = filled(message)
    if names is None:
        return None
    for name in names:
        root = roots.get(name, name)
        if root in sizes:
            numbers = b"".join(struct.pack("<I", number) for number in range(sizes[root] // 4 + 1))
            contents[root] = bytearray(numbers[:sizes[root]])
    for item in chosen:
        if not item["contents"]:
            if item["byte"] or item["name"] in given:
                return None  # a structure or a vector, in parts
            given[item["name"]] = value_in_words(item, text)
            continue
        name = item["name"]
        while name in roots:
            name = roots[name]
        if item["byte"] + item["bytes"] > sizes.get(name, 0):
            return None
        held = contents.setdefault(name, bytearray(sizes[name]))
        held[item["byte"]:item["byte"] + item["bytes"]] = item["value"].to_bytes(item["bytes"], "little")
    words += [f"--arg={name}={value}" for name, value in given.items()]
    words += [f"--contents={name}=bytes:{held.hex()}" for name, held in contents.items()]
    return shlex.join(words)


def with_launch(text, launch):
    """Returns the kernel with that launch in place of its own, and without contents in its header. Line
    numbers stay the same."""
    lines = ["//" if line.startswith("// contents: ") else line for line in text.split("\n")]
    return "\n".join(f"// launch: {launch}" if line.startswith("// launch: ") else line for line in lines)


def asked_of(path, result):
    """Returns the launches that the findings with chosen values need, each with its findings."""
    text = path.read_text(encoding="utf-8")
    by_launch = collections.defaultdict(list)
    for finding in result["findings"] if result else ():
        if of(finding) and judges.exact(finding) and judges.verdicts(result).get(finding["property"]) == "defect":
            launch = launch_with(judges.launch_of(path), of(finding), text, finding["message"])
            if launch is not None:
                by_launch[launch].append(finding)
    return by_launch


def denied(oracle, folder, cases, jobs=1):
    """For each case, a path and a result or None: its exact findings with chosen values that the oracle does not see, and how many it was asked about.

    The oracle judges all of them in one process a job, as its start takes longer than most judgements.
    """
    paths, asked_for = [], []
    for path, result in cases:
        text = path.read_text(encoding="utf-8")
        asked_for.append(asked_of(path, result))
        for number, launch in enumerate(asked_for[-1]):
            paths.append(folder / f"{path.stem}-chosen-{number}{path.suffix}")
            paths[-1].write_text(with_launch(text, launch), encoding="utf-8")
    judgements = iter(judges.judge(oracle, paths, jobs, judges.FULL))
    answers = []
    for by_launch in asked_for:
        found, asked = [], 0
        for findings in by_launch.values():
            judgement = next(judgements)
            if judgement["verdict"] == "cannot-judge":
                continue
            asked += len(findings)
            found += judges.unseen_of(findings, judgement)
        answers.append((found, asked))
    for one in paths:
        one.unlink()
    return answers
