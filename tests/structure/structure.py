#!/usr/bin/env python3
"""Checks the repository's layout: `structure.py RULE [ROOT]`, RULE being includes, cycles, sizes, words, readmes, links, commands, names, cells, openings or
folders.

Prints one line for each place that breaks the rule and exits with 1 if there is one.
"""

import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

MAX_LINES = 800
MAX_CELL = 200  # characters of a table cell
MAX_SOURCES = 40  # directly in one folder
SKIPPED_FOLDERS = {".git", "build", "out"}
# Files of other projects that are kept as published, and files that a program wrote.
UNSIZED_FOLDERS = ("tests/reports/schemas/", "tests/reports/golden/")
SOURCE_SUFFIXES = {".c", ".cc", ".cpp", ".h", ".def", ".inc"}
TEXT_SUFFIXES = SOURCE_SUFFIXES | {".cl", ".py", ".md", ".txt", ".cmake", ".json", ".js", ".css", ".html", ""}

# folder: the product's folders that it may include from. A folder may always include itself; the longest folder that
# contains a file counts. None: everything.
ARROWS = {
    "capture": set(),
    "shim": {"capture", "shim/nvrtc/interface"},
    "shim/nvrtc/interface": set(),
    "shim/cuda": {"capture", "executor/protocol", "shim/nvrtc/interface"},
    "executor/protocol": set(),
    "executor": {"executor/protocol", "verify"},
    "verify/cache": {"capture"},
    "verify/verdict": set(),
    "verify/model": set(),
    "verify/effort": set(),
    "verify/device_code": set(),
    "verify/smt": {"verify/effort"},
    "verify/frontend": {"verify/model", "capture"},
    "verify/analysis": {"verify/model"},
    "verify/replay": {"verify/effort", "verify/model", "verify/frontend", "verify/verdict"},
    "verify/symbolic": {"verify/effort", "verify/model", "verify/smt", "verify/analysis", "verify/verdict"},
    "verify/access": {"verify/effort", "verify/model", "verify/smt", "verify/analysis", "verify/verdict", "verify/symbolic"},
    "verify/scans": {"verify/effort", "verify/model", "verify/smt", "verify/analysis", "verify/verdict", "verify/symbolic", "verify/access"},
    "verify/two_thread": {"verify/effort", "verify/model", "verify/smt", "verify/analysis", "verify/verdict", "verify/symbolic", "verify/access", "verify/scans"},
    "verify/preconditions": {"verify/effort", "verify/model", "verify/verdict"},
    "verify/repair": {"verify/model", "verify/verdict"},
    "verify/equivalence": {"verify/effort", "verify/model", "verify/frontend", "verify/smt", "verify/replay", "verify/verdict"},
    "verify/jobs": {"capture", "verify/cache", "verify/device_code", "verify/verdict", "verify/model", "verify/smt", "verify/frontend", "verify/replay",
                    "verify/symbolic", "verify/two_thread"},
    "verify/worker": {"capture", "verify"},
    "verify": {"capture"},
    "reports": {"verify/verdict"},
    "cli": None,
    "examples": set(),
    "tests/oracle": set(),
    "tests": None,
    "bench": None,
}
# For folders that hold others: the folders inside, and those of the same folder that each may include from. "." stands for
# the sources directly in the folder, which may include from all inside. Arrows that leave the folder are in ARROWS.
INNER = {
    "capture": {
        "files": {"."},
        "json": {".", "files"},
        "writing": {".", "files", "json"},
        "reading": {".", "files", "json", "writing"},
        "editing": {".", "json", "writing", "reading"},
    },
    "shim": {
        "recording": set(),
        "nvrtc": {"recording"},
        "opencl/entry": {"recording", "nvrtc"},
        "opencl/devices": {"recording", "opencl/entry"},
        "process": {"recording", "opencl/entry"},
        "opencl/launches": {"recording", "opencl/entry", "opencl/devices"},
        "opencl/programs": {"recording", "opencl/entry", "opencl/devices"},
        "opencl/hooks": {"recording", "opencl/entry", "opencl/devices", "opencl/launches", "opencl/programs"},
    },
    "shim/cuda": {
        "recording": set(),
        "device": {"recording"},
        "forwarding": {"recording"},
        "driver": {"recording", "device"},
        "runtime": {"recording", "device"},
    },
    "verify/smt": {
        "terms": set(),
        "arithmetic": {"terms"},
        "limits": {"terms"},
        "rules": {"terms"},
        "questions": {"terms", "arithmetic", "limits"},
        "solvers": {"terms", "arithmetic", "limits", "questions"},
    },
    "verify/frontend": {
        "ir": set(),
        "program": set(),
        "contracts": set(),
        "phases": {"ir"},
        "annotations": {"ir", "program"},
        "ptx": {"ir", "program"},
        "names": {"ir", "ptx"},
        "options": {"program", "annotations"},
        "memory": {"ir", "program", "names"},
        "opencl": {"program", "annotations", "options"},
        "cuda": {"ir", "program", "annotations", "names", "options", "memory"},
        "compilation": {"ir", "program", "annotations", "ptx", "names", "options", "opencl", "cuda", "contracts"},
        "passes": {"ir", "program", "annotations", "names", "memory", "cuda", "phases"},
        "translate": {"ir", "program", "annotations", "names", "memory", "passes"},
        "builtins": {"ir", "ptx", "names", "memory", "cuda", "translate"},
        "instructions": {"ir", "memory", "cuda", "passes", "translate", "builtins"},
    },
    "verify/replay": {
        "memory": set(),
        "execution": {"memory"},
        "lowering": {"memory", "execution"},
        "instrumentation": {"memory", "lowering"},
    },
    "verify/symbolic": {
        "terms": set(),
        "floats": {"terms"},
        "lowering": {"terms", "floats"},
        "findings": {"terms"},
    },
    "verify/access": {
        "loops": set(),
        "evaluator": {"loops"},
        "questions": {"evaluator"},
        "checks": {"evaluator", "questions"},
    },
    "verify/two_thread": {
        "terms": set(),
        "guesses": {"terms"},
        "rules": {"terms"},
        "walk": {"terms", "guesses", "rules"},
        "proof": {"terms", "guesses", "walk"},
        "judgement": {"terms", "walk", "proof"},
    },
    "verify/equivalence": {
        "graph": set(),
        "execution": {"graph"},
    },
    "verify/jobs": {
        "given": {"."},
        "recorded": {"."},
        "json": {".", "given", "recorded"},
        "plan": {".", "given", "recorded"},
    },
    "verify/worker": {
        "pool": set(),
        "outcomes": {"pool"},
        "replay": {"outcomes"},
        "pairs": {"pool", "outcomes", "replay"},
        "classes": {"pool", "outcomes", "replay"},
    },
    "reports": {
        "words": set(),
        "acceptance": {"words"},
        "terminal": {"words", "acceptance"},
        "html": {"words", "acceptance", "terminal"},
        "formats": {"words", "acceptance", "terminal", "html"},
    },
    "cli": {
        "options": set(),
        "terminal": set(),
        "launch": {"options"},
        "recording": {"options", "terminal"},
        "verification": {"options", "terminal"},
        "reports": {"options", "terminal", "verification"},
        "jobs": {"options", "terminal", "launch", "recording", "verification", "reports"},
        "replay": {"options", "verification", "jobs"},
        "commands": {"options", "terminal", "launch", "recording", "verification", "reports", "jobs", "replay"},
    },
}
PRODUCT = {"capture", "shim", "executor", "verify", "reports", "cli"}

# The shim is loaded into the application: it sees the writer half of the capture and no library but libc.
SHIM_CAPTURE_HEADERS = {
    "capture/files/blob_store.h",
    "capture/writing/directives.h",
    "capture/writing/end_note.h",
    "capture/files/files.h",
    "capture/json/launch_arguments.h",
    "capture/files/quiet_section.h",
    "capture/writing/recorded_group.h",
    "capture/files/sha256.h",
    "capture/types.h",
    "capture/writing/writer.h",
}
SHIM_FORBIDDEN = re.compile(r"^(llvm|clang|fmt|nlohmann|CLI|openssl|gtest)/|^z3")

# Libraries whose types stay in some folders or files, and no header outside tests shows them.
KEPT = [
    (re.compile(r"^(llvm|clang)(-c)?/"), ("verify/frontend", "verify/replay", "cli/verification/symbolizer.cpp", "tests/oracle",
                                          "tests/verify/frontend")),
    (re.compile(r"^z3(\+\+|_api)?\.h$"), ("verify/smt", "tests/verify/smt")),
    (re.compile(r"^cadical\.hpp$"), ("verify/smt",)),
]
# A header that other folders include must stay cheap; these libraries belong in .cpp files there.
HEAVY = re.compile(r"^(llvm|clang|nlohmann)/|^z3")

# Units that include each other for a reason: a class with the state that it hides from its users, and two
# function look-ups that each fall back on the other.
CYCLES = (
    {"capture/writing/writer", "capture/writing/writer_state"},
    {"shim/opencl/entry/next", "shim/opencl/entry/opened"},
)

# Split so that this file does not break its own rule.
UNFINISHED = re.compile(r"\b(" + "|".join(("TO" "DO", "FIX" "ME", "X" "XX")) + r")\b")
MACHINE_PATH = re.compile(r"(?<![\w.$}])/(" + "|".join(("work", "root", "home")) + r")/\w")
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A path in backticks is taken for one of this repository when it begins with one of these folders.
NAMED_PATH = re.compile(r"`((?:shim|capture|executor|verify|reports|cli|examples|tests|bench|docs|scripts|cmake)/[\w./-]*)`")
# `NAME` in `PATH`, where the name is one of a program.
NAMED_IN = re.compile(r"`([\w:]+)` in `((?:shim|capture|executor|verify|reports|cli|examples|tests|bench)/[\w./-]+\.\w+)`")
# Commands that a page tells the reader to run: tests of a test program selected by a pattern, tests that
# write a page themselves, and targets.
FILTERED = re.compile(r"(LAUNCHPROOF_UPDATE_DOCS=1 )?build/bin/(\w+)[^`\n]*? --gtest_filter='([^']+)'")
PAGE = re.compile(r"\b[\w-]+\.md\b")
BUILT = re.compile(r"(?:ninja -C build|--target) ([a-z]\w+)")
TEST = re.compile(r"^TEST(_F|_P)?\(\s*(\w+),\s*(\w+)\)", re.MULTILINE)
TYPED_TEST = re.compile(r"^TYPED_TEST\(\s*(\w+),\s*(\w+)\)", re.MULTILINE)
OPENING = re.compile(r"^\s*(?:(?:[-*#>]+|\d+\.)\s+)?Of\s")
SLASHED_OPENING = re.compile(r"^\s*(?://[/!]*<?|/\*+<?)\s*Of\s")
BLOCK_OPENING = re.compile(r"^\s*\**\s*Of\s")
HASHED_OPENING = re.compile(r"^\s*#+\s*Of\s")
SLASHED_SUFFIXES = SOURCE_SUFFIXES | {".cl", ".cu", ".cuh", ".cxx", ".js", ".mjs", ".css", ".ptx"}
HASHED_SUFFIXES = {".py", ".sh", ".cmake", ".txt", ".yml", ".in", ""}
FENCED = re.compile(r"^\s*```")
RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)
UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
CONSTANT = re.compile(r"^(?:constexpr|const|static)\b[^\n(]*?\b(k\w+)(?: =|\[|\{)", re.MULTILINE)
TYPE = re.compile(r"^(?:struct|class|enum class|enum) (\w+)[^;\n]*\{", re.MULTILINE)
FUNCTION = re.compile(r"^(?!using|template|struct|class)[\w:][\w:<>,&* ]*[ &*](\w+)\(([^;{}()]*)\)[^;{}()]*\{", re.MULTILINE)
COMMAND = re.compile(r"^\s*(\w+)\(([^)]*)\)", re.MULTILINE)
ALONE = {"launchproof_alone", "launchproof_optimised"}
NO_TARGET = {"set_source_files_properties"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def repository_files(root):
    """Returns tracked and new files if git can list them, and otherwise everything outside of build
    folders."""
    try:
        listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others",
                                 "--exclude-standard"], capture_output=True, check=True).stdout.decode()
        if (root / ".git").exists():
            return sorted(name for name in listed.split("\0") if name and (root / name).is_file())
    except (OSError, subprocess.CalledProcessError):
        pass
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS and not name.endswith(".lpcap")]
        found += [str((pathlib.Path(folder) / name).relative_to(root)) for name in names]
    return sorted(found)


def folder_of(path, folders):
    """Returns the longest of `folders` that contains `path`."""
    parents = [str(parent) for parent in pathlib.PurePosixPath(path).parents]
    return next((parent for parent in parents if parent in folders), None)


def text_lines(root, name):
    return (root / name).read_text(encoding="utf-8", errors="replace").splitlines()


def includes_of(root, name):
    for number, line in enumerate(text_lines(root, name), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(2)


def inner_problem(name, included, folder):
    """Returns the reason why this include between two folders inside `folder` violates an arrow, or None."""
    inside = INNER.get(folder, {})
    source, target = (folder_of(path, {f"{folder}/{one}" for one in inside}) or folder for path in (name, included))
    if source in (folder, target):
        return None
    called = "." if target == folder else target[len(folder) + 1:]
    return None if called in inside[source[len(folder) + 1:]] else f"{source} must not include {target}"


def arrow_problem(name, included, files):
    """Returns the reason why this include violates an arrow, or None."""
    source = folder_of(name, ARROWS)
    if source is None:
        return None
    # A bare name is one of the same folder; it is resolved before the include root.
    beside = str(pathlib.PurePosixPath(name).parent / included)
    if beside in files and included not in files:
        return None
    if included.split("/")[0] not in PRODUCT:
        if included.startswith("tests/") and source.split("/")[0] in PRODUCT | {"examples"}:
            return f"{source} must not include tests"
        return None
    target = folder_of(included, ARROWS)
    allowed = ARROWS[source]
    if target == source:
        return inner_problem(name, included, source)
    if allowed is None:
        return None
    if target not in allowed and target.split("/")[0] not in allowed:
        return f"{source} must not include {target}"
    return None


def check_includes(root, names):
    files = set(names)
    for name in names:
        if pathlib.PurePosixPath(name).suffix not in SOURCE_SUFFIXES:
            continue
        in_product = name.split("/")[0] in PRODUCT
        for number, included in includes_of(root, name):
            place = f"{name}:{number}: {included}"
            problem = arrow_problem(name, included, files)
            if problem:
                yield f"{place}: {problem}"
            if name.startswith("shim/"):
                if included.startswith("capture/") and included not in SHIM_CAPTURE_HEADERS:
                    yield f"{place}: the shim uses the writer half of the capture only"
                if SHIM_FORBIDDEN.match(included):
                    yield f"{place}: the shim is loaded into applications and uses no library but libc"
            for pattern, homes in KEPT:
                if pattern.match(included) and name not in homes \
                        and not name.startswith(tuple(home + "/" for home in homes)):
                    yield f"{place}: belongs in {' and '.join(home for home in homes if not home.startswith('tests'))} only"
            if in_product and HEAVY.match(included) and name.endswith(".h") and is_shared(name, root, names):
                yield f"{place}: a header that other folders include must not include this library"


def is_shared(header, root, names):
    """Returns whether a file of another folder includes this header."""
    home = folder_of(header, ARROWS)
    return any(folder_of(name, ARROWS) != home and any(included == header for _, included in includes_of(root, name))
               for name in names if pathlib.PurePosixPath(name).suffix in SOURCE_SUFFIXES)


def unit_of(name):
    """A source and its header are one unit, which has their path without the suffix."""
    path = pathlib.PurePosixPath(name)
    return str(path.with_suffix("")) if path.suffix in {".c", ".cc", ".cpp", ".h"} else name


def unit_graph(root, names):
    """Returns, for each unit of the product, the units that it includes."""
    files = set(names)
    graph = {}
    for name in names:
        if name.split("/")[0] not in PRODUCT or pathlib.PurePosixPath(name).suffix not in SOURCE_SUFFIXES:
            continue
        included_units = graph.setdefault(unit_of(name), set())
        for _, included in includes_of(root, name):
            beside = os.path.normpath(os.path.join(os.path.dirname(name), included))
            target = included if included in files else beside
            if target in files and target.split("/")[0] in PRODUCT and unit_of(target) != unit_of(name):
                included_units.add(unit_of(target))
    return graph


def cycles_of(graph):
    """Returns the sets of two or more nodes that reach each other (Tarjan's algorithm without recursion)."""
    number, low, stack, on_stack = {}, {}, [], set()
    for start in sorted(graph):
        if start in number:
            continue
        work = [(start, iter(sorted(graph[start])))]
        number[start] = low[start] = len(number)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    members = set(stack[stack.index(node):])
                    del stack[stack.index(node):]
                    on_stack -= members
                    if len(members) > 1:
                        yield members
            elif target not in number:
                number[target] = low[target] = len(number)
                stack.append(target)
                on_stack.add(target)
                work.append((target, iter(sorted(graph.get(target, ())))))
            elif target in on_stack:
                low[node] = min(low[node], number[target])


def check_cycles(root, names):
    """Checks that no units of the product include each other, directly or indirectly."""
    graph = unit_graph(root, names)
    for members in cycles_of(graph):
        if members not in CYCLES:
            yield f"{' '.join(sorted(members))}: include each other; move what they share into a header of its own"


def check_sizes(root, names):
    for name in names:
        if name.startswith(UNSIZED_FOLDERS):
            continue
        if pathlib.PurePosixPath(name).suffix in TEXT_SUFFIXES:
            count = len(text_lines(root, name))
            if count > MAX_LINES:
                yield f"{name}: {count} lines, more than {MAX_LINES}; split it by noun"


def check_words(root, names):
    for name in names:
        if pathlib.PurePosixPath(name).suffix not in TEXT_SUFFIXES:
            continue
        for number, line in enumerate(text_lines(root, name), 1):
            for pattern, what in ((UNFINISHED, "unfinished work"), (MACHINE_PATH, "a path of one machine")):
                match = pattern.search(line)
                if match:
                    yield f"{name}:{number}: {what}: {match.group(0)}"


def check_readmes(_, names):
    """Checks that every folder of the product with sources states its inputs and outputs in its README.md."""
    files = set(names)
    folders = {str(pathlib.PurePosixPath(name).parent) for name in names
               if name.split("/")[0] in PRODUCT and pathlib.PurePosixPath(name).suffix == ".cpp"}
    for folder in sorted(folders):
        if f"{folder}/README.md" not in files:
            yield f"{folder}: has no README.md"


def anchor_of(heading):
    """Returns the anchor that Markdown renderers give to a heading: lower case, no punctuation, hyphens
    for spaces."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def prose_lines(root, name):
    """Returns the numbered lines of a Markdown file outside of fenced blocks."""
    fenced = False
    for number, line in enumerate(text_lines(root, name), 1):
        if FENCED.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors_of(root, name):
    return {anchor_of(line.lstrip("#")) for _, line in prose_lines(root, name) if line.startswith("#")}


def check_links(root, names):
    """Checks that links between pages have targets, and that paths named by the pages exist."""
    pages = [name for name in names if name.endswith(".md")]
    present = set(names) | {str(parent) for name in names for parent in pathlib.PurePosixPath(name).parents}
    for name in pages:
        for number, line in prose_lines(root, name):
            for target in LINK.findall(line):
                path, _, anchor = urllib.parse.unquote(target).partition("#")
                if ":" in path:
                    continue  # another site
                page = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
                if page not in present:
                    yield f"{name}:{number}: the link to {target} leads nowhere"
                elif anchor and page.endswith(".md") and anchor not in anchors_of(root, page):
                    yield f"{name}:{number}: {page} has no heading for #{anchor}"
            for path in NAMED_PATH.findall(line):
                if path.rstrip("/") not in present:
                    yield f"{name}:{number}: {path} does not exist"
            for called, path in NAMED_IN.findall(line):
                if path in present and called.split("::")[-1] not in (root / path).read_text(encoding="utf-8", errors="replace"):
                    yield f"{name}:{number}: {path} has no {called}"


def unnamed_definitions(text):
    """Returns the constants, types and functions (with parameter types) that a source defines in unnamed
    namespaces."""
    for body in UNNAMED.findall(RAW_STRING.sub('""', text)):
        for pattern in (CONSTANT, TYPE):
            yield from pattern.findall(body)
        for name, parameters in FUNCTION.findall(body):
            types = [re.sub(r"\s*\b\w+\s*(=.*)?$", "", parameter.strip()) for parameter in parameters.split(",")]
            yield f"{name}({', '.join(types)})"


def targets_of_sources(root, names):
    """Returns the targets that contain each source, as (folder, target), and the sources in no target."""
    targets, alone = {}, set()
    for name in names:
        if pathlib.PurePosixPath(name).name != "CMakeLists.txt":
            continue
        folder, variables = os.path.dirname(name), {}
        for command, arguments in COMMAND.findall((root / name).read_text(encoding="utf-8")):
            first, *words = arguments.split() or [""]
            words = [one for word in words for one in variables.get(word, [word])]
            sources = [os.path.normpath(os.path.join(folder, one)) for one in [first, *words] if one.endswith(".cpp")]
            if command == "set":
                variables[f"${{{first}}}"] = words
            elif command in ALONE:
                alone.update(sources)
            elif command not in NO_TARGET:
                for source in sources:
                    targets.setdefault(source, set()).add((folder, first))
    return targets, alone


def check_names(root, names):
    """Checks that no two sources of a target share a name in unnamed namespaces: grouped builds compile
    several sources as one."""
    homes = {}
    targets, alone = targets_of_sources(root, names)
    for name in names:
        path = pathlib.PurePosixPath(name)
        if path.suffix != ".cpp" or path.parts[0] not in PRODUCT | {"tests"} or name in alone:
            continue
        text = (root / name).read_text(encoding="utf-8", errors="replace")
        namespace = "".join(NAMESPACE.findall(text)[:1])
        for definition in set(unnamed_definitions(text)):
            for home in targets.get(name, [(str(path.parent), "")]):
                homes.setdefault((home, namespace, definition), []).append(name)
    for ((folder, _), _, definition), sources in sorted(homes.items()):
        if len(sources) > 1:
            yield f"{folder}: {definition} is in {' and '.join(sorted(sources))}; rename one, or launchproof_alone(...)"


def tests_of(root, sources):
    """Returns the tests that sources define, by their GoogleTest names, each with its source. A
    parameterised test counts once."""
    for source in sources:
        text = (root / source).read_text(encoding="utf-8", errors="replace")
        for kind, suite, test in TEST.findall(text):
            yield f"All/{suite}.{test}/0" if kind == "_P" else f"{suite}.{test}", source
        for suite, test in TYPED_TEST.findall(text):
            yield f"{suite}/0.{test}", source


def check_commands(root, names):
    """Checks that tests and targets exist which pages tell the reader to run or build."""
    programs, targets, files = {}, set(), set(names)
    for source, homes in targets_of_sources(root, names)[0].items():
        for _, target in homes if source in files else ():
            programs.setdefault(target, []).append(source)
    for name in names:
        if pathlib.PurePosixPath(name).name == "CMakeLists.txt":
            commands = COMMAND.findall((root / name).read_text(encoding="utf-8"))
            targets.update(arguments.split()[0] for command, arguments in commands if command != "set" and arguments.split())
    for name in names:
        if not name.endswith(".md"):
            continue
        for number, line in enumerate(text_lines(root, name), 1):
            for writes, program, patterns in FILTERED.findall(line):
                tests = list(tests_of(root, programs.get(program, ())))
                for pattern in patterns.partition("-")[0].split(":"):
                    sources = {source for test, source in tests if fnmatch.fnmatchcase(test, pattern)}
                    written = {page for source in sources for page in PAGE.findall((root / source).read_text(encoding="utf-8"))}
                    if not sources:
                        yield f"{name}:{number}: {program} has no test {pattern}"
                    elif writes and not written.intersection([os.path.basename(name), *PAGE.findall(line)]):
                        yield f"{name}:{number}: {pattern} of {program} writes {' and '.join(sorted(written)) or 'no page'}"
            for target in BUILT.findall(line):
                if target not in targets:
                    yield f"{name}:{number}: there is no target {target}"


def cells_of(line):
    """Returns the cells of a table line. A bar in backticks or after a backslash does not separate cells."""
    plain = re.sub(r"`[^`]*`", lambda code: "x" * len(code.group(0)), line.strip()).replace("\\|", "xx")
    return [cell.strip() for cell in plain.strip("|").split("|")]


def check_cells(root, names):
    """Checks that no table cell is longer than MAX_CELL."""
    for name in names:
        if not name.endswith(".md"):
            continue
        yield from (f"{name}:{number}: a table cell of {len(cell)} characters, more than {MAX_CELL}"
                    for number, line in prose_lines(root, name) if line.lstrip().startswith("|")
                    for cell in cells_of(line) if len(cell) > MAX_CELL)


def source_openings(root, name):
    """Returns the numbers of a source's lines whose comment begins with "Of "."""
    suffix = pathlib.PurePosixPath(name).suffix
    if suffix in HASHED_SUFFIXES:
        yield from (number for number, line in enumerate(text_lines(root, name), 1) if HASHED_OPENING.match(line))
        return
    if suffix not in SLASHED_SUFFIXES:
        return
    in_block = False
    for number, line in enumerate(text_lines(root, name), 1):
        if (BLOCK_OPENING if in_block else SLASHED_OPENING).match(line):
            yield number
        begin, end = line.rfind("/*"), line.rfind("*/")
        if end > begin:
            in_block = False
        elif begin >= 0 and "//" not in line[:begin] and line[:begin].count('"') % 2 == 0:
            in_block = True


def check_openings(root, names):
    """Checks that no paragraph, item or heading of a page, and no line of a comment, begins with "Of "."""
    problem = "begins with \"Of\"; put the subject first"
    for name in names:
        if not name.endswith(".md"):
            yield from (f"{name}:{number}: {problem}" for number in source_openings(root, name))
            continue
        before = ""
        for number, line in prose_lines(root, name):
            marked = re.match(r"\s*(?:[-*#>]+|\d+\.)\s", line)
            if OPENING.match(line) and (marked or not before.strip()):
                yield f"{name}:{number}: {problem}"
            before = line


# Folders with more sources than MAX_SOURCES, and their number. One that has fewer now gets the lower number or leaves the list.
CROWDED = {"tests/oracle": 63}
# Kernel cases and applications are looked up by name, not read as a whole.
UNCOUNTED = ("tests/kernels", "tests/apps")
COUNTED_SUFFIXES = {".c", ".cc", ".cpp", ".h", ".cl", ".cu", ".ptx"}


def check_folders(_, names):
    """Checks that no folder directly contains more than MAX_SOURCES sources, and that the numbers in
    CROWDED are right."""
    counts = {}
    for name in names:
        path = pathlib.PurePosixPath(name)
        if path.suffix in COUNTED_SUFFIXES:
            counts[str(path.parent)] = counts.get(str(path.parent), 0) + 1
    for folder, count in sorted(counts.items()):
        if folder == UNCOUNTED[1] or f"{folder}/".startswith(f"{UNCOUNTED[0]}/"):
            continue
        most = CROWDED.get(folder, MAX_SOURCES)
        if count > most:
            yield f"{folder}: {count} sources, more than {most}; group them in folders"
        elif folder in CROWDED and count < most:
            yield f"{folder}: has {count} sources now; write that into CROWDED, or take it out"


RULES = {"includes": check_includes, "cycles": check_cycles, "sizes": check_sizes, "words": check_words, "readmes": check_readmes,
         "links": check_links,
         "commands": check_commands, "names": check_names, "cells": check_cells, "openings": check_openings,
         "folders": check_folders}


def main(arguments):
    if not arguments or arguments[0] not in RULES or len(arguments) > 2:
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(arguments[1]) if len(arguments) == 2 else pathlib.Path(__file__).resolve().parents[2]
    names = repository_files(root)
    problems = list(RULES[arguments[0]](root, names))
    print("\n".join(problems + [f"{arguments[0]}: {len(names)} files, {len(problems)} problems"]))
    return 1 if problems or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
