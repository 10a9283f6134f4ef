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
        """Without casts and parentheses."""
        node = self
        while node.kind in WRAPPERS and node.children:
            node = node.children[-1]
        return node

    def callee(self):
        """The name of the function that a call calls."""
        if self.kind != "CallExpr" or not self.children:
            return ""
        target = self.children[0].stripped()
        return target.raw.get("referencedDecl", {}).get("name", "")

    def is_shared(self):
        return bool(SHARED & set(self.spelled_type.replace("*", " * ").split()[:3])) or bool(
            SHARED & set(self.type.replace("*", " * ").split()[:3]))


class Tree:
    """The functions that a file defines, and the text that they were parsed from."""

    def __init__(self, text, functions):
        self.text = text
        self.functions = functions

    def walk(self):
        for function in self.functions:
            yield from function.walk()

    def of(self, node):
        return self.text[node.begin:node.end]

    def variables_of_identity(self):
        """Ids of the variables that are initialised from a work-item's identity, also by way of others."""
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
    """The compiler's options in a launch."""
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


def parse(path, launch):
    """The tree of a file; None where it does not compile. Offsets count bytes: the text must be ASCII."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    command = [CLANG, "-x", "cl", "-w", *options_of(launch), "-Xclang", "-finclude-default-header", "-Xclang",
               "-fdeclare-opencl-builtins", "-target", "spir64", "-fsyntax-only", "-Xclang", "-ast-dump=json", str(path)]
    if pathlib.Path(path).suffix == ".cu":
        command = [CLANG, "-x", "cuda", "-w", "-std=c++17", *[option for option in options_of(launch) if option[:2] in ("-D", "-I")],
                   "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-feature=+ptx70", "-fdeclspec", "-include", str(CUDA_FUNCTIONS), "-D__requires(e)=((void)0)",
                   "-D__assert(e)=((void)0)", "-fsyntax-only", "-Xclang", "-ast-dump=json", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not text.isascii():
        return None
    functions = []
    for raw in json.loads(done.stdout).get("inner", []):
        body = any(inner.get("kind") == "CompoundStmt" for inner in raw.get("inner", []))
        place, name = raw.get("loc", {}), raw.get("name", "")
        if "offset" in place and not text[place["offset"]:].startswith(name):
            continue  # of a file that is included
        if raw.get("kind") == "FunctionDecl" and body and "includedFrom" not in place:
            functions.append(Node(raw, None, len(text)))
    return Tree(text, functions)
