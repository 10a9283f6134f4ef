"""The kind of a defect, from what its case says and from the edit between it and its verified sibling.

A verified case names a sibling that has a defect and is one edit away. Where that edit is a barrier that was added, a
fence that was widened, an atomic in place of a plain access, or a check that was added, the defect is of a kind for
which fixes are looked for. Only the tokens of the two texts decide, not what the verifier says.
"""

import difflib
import re

# Properties whose findings a change of the kernel's source may remove.
PROPERTIES = ("data-race", "out-of-bounds", "null-access", "barrier-divergence")
KINDS = {"barrier": "missing barrier", "fence": "wrong fence", "atomic": "missing atomic", "guard": "missing guard",
         "null": "null pointer not asked for", "exit": "exit before a barrier", "asked": "any defect in the folder fixes"}

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|\d[\w.]*|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!='
                    r"|&&|\|\||[-+*/%&|^]=|::|\S")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_KERNEL = re.compile(r"\b(?:__kernel|kernel|__global__)\b[^;{]*? (\w+) (\([^{;]*?\)) \{")

# These match tokens with a blank behind each.
_BARRIER_CALL = re.compile(
    r"(?:work_group_barrier|sub_group_barrier|barrier|__syncthreads|__syncwarp) \( [^;]*?\) [;,] "
    r"|(?:\w+ :: )*\w+ (?:\( \) )?\. sync \( \) [;,] "
    r'|asm volatile \( "[^"]*\bbar(?:rier)?\.[^"]*" [^;]*\) ; ')
_FENCE_CALL = re.compile(r"(?:atomic_work_item_fence|\w*mem_fence|__threadfence\w*) \( [^;]*?\) ; ")
_FLAGS = re.compile(r"CLK_\w+_MEM_FENCE(?: \| CLK_\w+_MEM_FENCE)*")
_ORDER = re.compile(r"memory_order_\w+|memory_scope_\w+")
_OF_BLOCK = re.compile(r"\b(atomic[A-Z]\w*|__threadfence)_block\b")
_ATOMIC = re.compile(r"atomic\w*$")
_STRICTER = {("<=", "<"), (">=", ">")}


def _tokens(lines):
    """The tokens of the text; what the kernel is called does not count."""
    text = " ".join(_TOKEN.findall(_COMMENT.sub(" ", "\n".join(lines)))) + " "
    found = _KERNEL.search(text)
    return re.sub(rf"\b{found.group(1)}\b", "_", text) if found else text


def _parameters(text):
    found = _KERNEL.search(text)
    return found.group(2) if found else ""


def _without_fences(text):
    return _ORDER.sub("ORDER", _FLAGS.sub("FLAGS", _FENCE_CALL.sub("", _OF_BLOCK.sub(r"\1", text))))


def _is_in_condition(tokens, at):
    """Whether the token stands in the brackets of `if`, `while` or `for`."""
    depth = 0
    for i in range(at - 1, 0, -1):
        depth += (tokens[i] in ")]}") - (tokens[i] in "([{")
        if depth < 0:
            depth = 0
            if tokens[i - 1] in ("if", "while", "for"):
                return True
            if tokens[i] == "{":
                return False
    return False


def _is_check(old, new, tokens, at):
    """Whether the tokens `new` in place of `old`, which stand at `at`, are a check or make one stricter."""
    text = " ".join(new)
    if not old and re.fullmatch(r"if \( .* \)", text):
        return True
    if not old and re.search(r"(^| )\?( |$)", text):
        return True
    if not _is_in_condition(tokens, at):
        return False
    return (not old and "&&" in (new[0], new[-1])) or (len(old) == len(new) == 1 and (old[0], new[0]) in _STRICTER)


def kind_of_edit(defective, verified):
    """The kind of what was done to the first text, given as lines, to get the second; None for any other edit."""
    before, after = _tokens(defective), _tokens(verified)
    if before == after or _parameters(before) != _parameters(after):
        return None
    if _without_fences(before) == _without_fences(after):
        return "fence"
    if _without_fences(_BARRIER_CALL.sub("", before)) == _without_fences(_BARRIER_CALL.sub("", after)):
        return "barrier" if len(_BARRIER_CALL.findall(after)) >= len(_BARRIER_CALL.findall(before)) else None
    old, new = before.split(), after.split()
    changes = [(old[a:b], new[c:d], c) for tag, a, b, c, d in
               difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if tag != "equal"]
    gone = [token for removed, _, _ in changes for token in removed]
    come = [token for _, added, _ in changes for token in added]
    if any(map(_ATOMIC.match, come)) and not any(map(_ATOMIC.match, gone)):
        return "atomic"
    return "guard" if all(_is_check(removed, added, new, at) for removed, added, at in changes) else None


def kind_of(case, verified):
    """The kind of the defect of a case of run_cases.py, of which these verified cases are one edit away, or None."""
    if case.property not in PROPERTIES or case.path.suffix == ".ptx":
        return None
    if case.property == "null-access":
        return "null"
    kinds = {kind_of_edit(case.body, other.body) for other in verified}
    for kind in KINDS:
        if kind in kinds:
            return kind
    if case.property == "barrier-divergence" and _exits(case):
        return "exit"
    return "asked" if case.path.parent.name == "fixes" else None


def _exits(case):
    """Whether a line that the case names calls a barrier, and an exit below `if` stands before."""
    lines = case.path.read_text(encoding="utf-8").splitlines()
    barrier = next((line for line in case.lines if re.search(r"barrier\(|sync\w*\(", lines[line - 1])), 0)
    return re.search(r"\bif \( .* \) (?:\{ )?(?:return|continue) [\w ]*;", _tokens(lines[:barrier])) is not None
