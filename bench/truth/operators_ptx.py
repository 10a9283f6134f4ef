"""Edits to one line of PTX, each of which may make a clean kernel defective or a defective one clean."""

import random
import re

NEXT_TEST = {"lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "eq": "ne", "ne": "eq"}


def changed_number(match):
    """Changes a small number that is an operand or an offset by one, or doubles it."""
    return match.group(1) + str(int(match.group(2)) + random.Random(match.string).choice((-1, 1, 4, int(match.group(2))))) + match.group(3)


# (name, pattern of the lines, text to replace, replacement)
OPERATORS = [
    ("barrier", r"^\s*(bar|barrier)\.", r"^.*$", ""),
    ("guard", r"^\s*@", r"@(!?)", lambda match: "@" if match.group(1) else "@!"),
    ("unguarded", r"^\s*@!?%?\w+\s+(st|red|atom|bar)", r"@!?%?\w+\s+", ""),
    ("test", r"\bsetp\.", r"\.(lt|le|gt|ge|eq|ne)\.", lambda match: f".{NEXT_TEST[match.group(1)]}."),
    ("sign", r"\b(setp|shr|mul\.wide|mad\.wide|div|rem|cvt|min|max|ld)\b", r"\.([us])(8|16|32|64)\b", lambda match: f".{'s' if match.group(1) == 'u' else 'u'}{match.group(2)}"),
    ("number", r"\b(add|sub|and|or|xor|shl|shr|mul|mad|setp|mov|bfe|shfl|selp)\b", r"(, )(-?\d+)([,;])", changed_number),
    ("offset", r"\b(ld|st|atom|red)\.(global|shared|local)", r"(\[%\w+)\]", r"\1+4]"),
    ("earlier", r"\b(ld|st|atom|red)\.(global|shared|local)", r"(\[%\w+)\]", r"\1+-4]"),
    ("dimension", r"%(n?tid|n?ctaid)\.", r"(%n?c?ta?id)\.x", r"\1.y"),
    ("identity", r"%(tid|ctaid)\.", r"%tid\.", "%ctaid."),
    ("scope", r"\b(atom|red)\.", r"\b(atom|red)\.", r"\1.cta."),
    ("plain", r"\bred\.(global|shared)\.add\.[us]32", r"red\.(global|shared)\.add\.[us]32", r"st.\1.u32"),
    ("mask", r"\.sync\b.*-1;", r"-1;", "65535;"),
    ("shuffle", r"\bshfl\.sync", r"\.(bfly|down|up|idx)\.", lambda match: f".{'up' if match.group(1) == 'down' else 'down'}."),
    ("bits", r"\b(and|or|xor)\.b", r"\b(and|or|xor)\.", lambda match: {"and": "or", "or": "xor", "xor": "and"}[match.group(1)] + "."),
    ("sum", r"\b(add|sub)\.", r"\b(add|sub)\.", lambda match: "sub." if match.group(1) == "add" else "add."),
    ("choice", r"\bselp\.", r"(selp\.\w+\s+%\w+, )([^,]+), ([^,]+),", r"\1\3, \2,"),
    ("return", r"^\s*ret;", r"ret;", "bar.sync 0; ret;"),
    ("branch", r"^\s*bra(\.uni)?\s", r"bra(\.uni)?\s+[^;]+;", "ret;"),
]


def mutants(text, count, seed):
    """Returns (name, text) of the given number of distinct edits."""
    lines = text.splitlines()
    found = []
    for number, line in enumerate(lines):
        if line.startswith("//") or line.lstrip().startswith(".") or not line.strip().endswith(";"):
            continue
        for name, where, old, new in OPERATORS:
            if not re.search(where, line):
                continue
            edited = re.sub(old, new, line, count=1)
            if edited != line:
                found.append((name, number, edited))
    random.Random(seed).shuffle(found)
    for name, number, edited in found[:count]:
        yield f"{name}_{number + 1}", "\n".join([*lines[:number], edited, *lines[number + 1:], ""])
