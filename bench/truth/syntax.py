"""The syntax tree of an OpenCL file, as `clang-19 -ast-dump=json` prints it, with places in the text."""

import json
import pathlib
import shlex
import shutil
import subprocess

CLANG = shutil.which("clang-19") or "/usr/lib/llvm-19/bin/clang"
CUDA_FUNCTIONS = pathlib.Path(__file__).resolve().parents[2] / "tests/oracle/cuda_functions.h"
WRAPPERS = {"ImplicitCastExpr", "ParenExpr", "CStyleCastExpr", "ConstantExpr", "ExprWithCleanups"}
IDENTITIES = {"get_local_id", "get_global_id", "get_group_id", "get_local_linear_id", "get_global_linear_id"}
SHARED = {"__global", "__local"}


class Node:
    """An expression, statement or declaration. `begin` and `end` are offsets into the text, None inside of a macro."""

    def __init__(self, raw, parent, length):
        self.raw, self.parent = raw, parent
        self.kind = raw.get("kind", "")
        first, last = raw.get("range", {}).get("begin", {}), raw.get("range", {}).get("end", {})
        self.begin = self.end = None
        if "expansionLoc" in first:  # a macro's use as a whole, where it stands alone
            first = first["expansionLoc"] if first["expansionLoc"] == last.get("expansionLoc") else {}
            last = last.get("expansionLoc", {}) if first else {}
        elif "expansionLoc" in last:
            last = last["expansionLoc"]
        if "offset" in first and "offset" in last and "includedFrom" not in first:
            self.begin, self.end = first["offset"], last["offset"] + last["tokLen"]
            if self.end > length or self.end <= self.begin:
                self.begin = self.end = None
        self.children = [Node(inner, self, length) for inner in raw.get("inner", [])]

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def type(self):
        named = self.raw.get("type", {})
        return named.get("desugaredQualType", named.get("qualType", ""))

    @property
    def spelled_type(self):
        return self.raw.get("type", {}).get("qualType", "")

    def stripped(self):
        """Returns the expression without casts and parentheses."""
        node = self
        while node.kind in WRAPPERS and node.children:
            node = node.children[-1]
        return node

    def callee(self):
        """Returns the name of the called function."""
        if self.kind != "CallExpr" or not self.children:
            return ""
        target = self.children[0].stripped()
        return target.raw.get("referencedDecl", {}).get("name", "")

    def is_shared(self):
        return bool(SHARED & set(self.spelled_type.replace("*", " * ").split()[:3])) or bool(
            SHARED & set(self.type.replace("*", " * ").split()[:3]))


class Tree:
    """Returns the functions that a file defines, and the text from which they were parsed."""

    def __init__(self, text, functions):
        self.text = text
        self.functions = functions

    def walk(self):
        for function in self.functions:
            yield from function.walk()

    def of(self, node):
        return self.text[node.begin:node.end]

    def variables_of_identity(self):
        """Returns the ids of variables that are initialised from a work-item's identity, directly or
        through other variables."""
        found = set()
        while True:
            before = len(found)
            for node in self.walk():
                if node.kind == "VarDecl" and any(self.is_identity(inner, found) for inner in node.walk()):
                    found.add(node.raw["id"])
            if len(found) == before:
                return found

    @staticmethod
    def is_identity(node, variables):
        if node.kind == "DeclRefExpr":
            return node.raw.get("referencedDecl", {}).get("id") in variables
        return node.callee() in IDENTITIES


def options_of(launch):
    """Returns the compiler options in a launch."""
    words, found = shlex.split(launch), []
    for number, word in enumerate(words):
        if word == "--build-options":
            found += shlex.split(words[number + 1])
        elif word.startswith("--build-options="):
            found += shlex.split(word.split("=", 1)[1])
        elif word in ("-D", "-I"):
            found.append(word + words[number + 1])
        elif word.startswith(("-D", "-I")):
            found.append(word)
    if not any(word.startswith("-cl-std=") for word in found):
        found.append("-cl-std=CL1.2")
    return found


def command_of(path, launch):
    """Returns the command that prints the tree of a file; the file is the last word."""
    if pathlib.Path(path).suffix == ".cu":
        return [CLANG, "-x", "cuda", "-w", "-std=c++17", *[option for option in options_of(launch) if option[:2] in ("-D", "-I")],
                "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-feature=+ptx70", "-fdeclspec", "-include", str(CUDA_FUNCTIONS), "-D__requires(e)=((void)0)",
                "-D__assert(e)=((void)0)", "-fsyntax-only", "-Xclang", "-ast-dump=json", str(path)]
    return [CLANG, "-x", "cl", "-w", *options_of(launch), "-Xclang", "-finclude-default-header", "-Xclang",
            "-fdeclare-opencl-builtins", "-target", "spir64", "-fsyntax-only", "-Xclang", "-ast-dump=json", str(path)]


def tree_of(text, raw_tree):
    """Returns the tree of a text as Clang prints it. Offsets count bytes, so the text must be ASCII;
    otherwise, there is no tree."""
    if not text.isascii():
        return None
    functions = []
    for raw in raw_tree.get("inner", []):
        body = any(inner.get("kind") == "CompoundStmt" for inner in raw.get("inner", []))
        place, name = raw.get("loc", {}), raw.get("name", "")
        if "offset" in place and not text[place["offset"]:].startswith(name):
            continue  # of a file that is included
        if raw.get("kind") == "FunctionDecl" and body and "includedFrom" not in place:
            functions.append(Node(raw, None, len(text)))
    return Tree(text, functions)


def parse(path, launch):
    """Returns the tree of a file, or None if it does not compile."""
    done = subprocess.run(command_of(path, launch), capture_output=True, text=True, check=False)
    return None if done.returncode != 0 else tree_of(pathlib.Path(path).read_text(encoding="utf-8"), json.loads(done.stdout))


def printed(command, paths):
    """Returns Clang's output for each of the files, from a single process, because starting takes longer
    than parsing; None if one does not compile."""
    shown = subprocess.run([*command, "-###", str(paths[0])], capture_output=True, text=True, check=False).stderr.splitlines()
    compiler = shlex.split(shown[-1])  # the driver's own, which takes one file
    done = subprocess.run([*compiler[:-1], *map(str, paths)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None
    decoder, found, at = json.JSONDecoder(), [], 0
    while at < len(done.stdout.rstrip()):
        raw, at = decoder.raw_decode(done.stdout, at)
        found.append(raw)
        at += len(done.stdout[at:at + 8]) - len(done.stdout[at:at + 8].lstrip())  # the decoder passes over no space
    return found if len(found) == len(paths) else None


def parse_all(files):
    """Returns the trees of many files, (path, launch), as `parse` does."""
    trees, alike = {}, {}
    for path, launch in files:
        alike.setdefault(tuple(command_of(path, launch)[:-1]), []).append((path, launch))
    for command, group in alike.items():
        # In a CUDA source, the header takes longest, and some cases do not compile without the toolkit, so
        # each has a separate process.
        raws = printed(command, [path for path, _ in group]) if len(group) > 1 and "cuda" not in command else None
        for number, (path, launch) in enumerate(group):
            trees[path] = parse(path, launch) if raws is None else tree_of(pathlib.Path(path).read_text(encoding="utf-8"), raws[number])
    return [trees[path] for path, _ in files]
