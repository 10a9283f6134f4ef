"""Rewrites that change nothing: each gives texts and launches whose verdict must be that of the kernel and its launch."""

import re

import syntax

WHOLE = "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"
JUMPS = {"BreakStmt", "ContinueStmt", "LabelStmt", "GotoStmt", "CaseStmt", "DefaultStmt"}


def edited(text, edits):
    """Returns the text with the replacements (begin, end, by) applied; they must not overlap."""
    for begin, end, by in sorted(edits, reverse=True):
        text = text[:begin] + by + text[end:]
    return text


def kernels(tree):
    for function in tree.functions:
        if "__kernel" in tree.text[function.begin:function.begin + 20] or "kernel" in tree.text[function.begin:function.begin + 8]:
            yield function


def parameters(function):
    return [node for node in function.children if node.kind == "ParmVarDecl"]


def name_place(node):
    """Returns the position of a declaration's name, or nothing if a macro produced it."""
    place = node.raw.get("loc", {})
    return (place["offset"], place["offset"] + place["tokLen"]) if "offset" in place else None


def rename_arguments(tree, launch):
    for kernel in kernels(tree):
        edits, names = [], {}
        for parameter in parameters(kernel):
            place = name_place(parameter)
            if place is None or "name" not in parameter.raw:
                return
            names[parameter.raw["id"]] = parameter.raw["name"]
            edits.append((*place, "z_" + parameter.raw["name"]))
        for node in kernel.walk():
            if node.kind == "DeclRefExpr" and node.raw.get("referencedDecl", {}).get("id") in names:
                name = names[node.raw["referencedDecl"]["id"]]
                if node.begin is None or tree.of(node) != name:
                    return
                edits.append((node.begin, node.end, "z_" + name))
        changed = launch
        for name in names.values():
            changed = re.sub(rf"(--(?:arg|buffer|local)[ =]){name}=", rf"\1z_{name}=", changed)
            changed = re.sub(rf"=@{name}\b", f"=@z_{name}", changed)
        if edits:
            yield edited(tree.text, edits), changed


def reorder_arguments(tree, launch):
    for kernel in kernels(tree):
        given = parameters(kernel)
        if len(given) < 2 or any(node.begin is None for node in given):
            continue
        texts = [tree.of(node) for node in given]
        yield edited(tree.text, [(node.begin, node.end, text) for node, text in zip(given, reversed(texts))]), launch


def swap_branches(tree, launch):
    for node in tree.walk():
        if node.kind != "IfStmt" or len(node.children) not in (2, 3) or node.begin is None:
            continue
        if any(child.begin is None for child in node.children):
            continue
        condition, then, *rest = node.children
        if any(inner.kind in ("LabelStmt", "CaseStmt", "DefaultStmt") for inner in node.walk()):
            continue
        other = statement(tree, rest[0]) if rest else "{}"
        text = f"if (!({tree.of(condition)})) {{ {other} }} else {{ {statement(tree, then)} }}"
        yield tree.text[:node.begin] + text + tree.text[end_of(tree, (rest or [then])[0]):], launch


def end_of(tree, node):
    """Returns the end of a statement, including the semicolon of an expression."""
    if node.kind in ("CompoundStmt", "NullStmt", "DeclStmt"):
        return node.end
    if node.kind in ("IfStmt", "ForStmt", "WhileStmt", "SwitchStmt") and node.children:
        return end_of(tree, node.children[-1])
    semicolon = tree.text.find(";", node.end - 1)
    return semicolon + 1


def statement(tree, node):
    return tree.text[node.begin:end_of(tree, node)]


def counted_loops(tree):
    """Returns `for` loops without jumps out of their body: (loop, declaration, condition, step, body) as
    texts."""
    for node in tree.walk():
        # Children of a ForStmt: declaration, condition variable, condition, step, body.
        if node.kind != "ForStmt" or len(node.children) != 5 or node.begin is None:
            continue
        start, _, condition, step, body = node.children
        if any(part.begin is None for part in (start, condition, step, body)):
            continue
        if any(inner.kind in JUMPS for inner in body.walk()):
            continue
        text = tree.of(start) if start.kind == "DeclStmt" else tree.of(start) + ";"
        yield node, start, text, tree.of(condition), tree.of(step), statement(tree, body)


def peel_loop(tree, launch):
    for node, _, start, condition, step, body in counted_loops(tree):
        text = f"{{ {start} if ({condition}) {{ {{ {body} }} {step}; for (; {condition}; {step}) {{ {body} }} }} }}"
        yield tree.text[:node.begin] + text + tree.text[end_of(tree, node):], launch


def unroll_loop(tree, launch):
    for node, _, start, condition, step, body in counted_loops(tree):
        text = f"{{ {start} for (; {condition}; {step}) {{ {{ {body} }} {step}; if (!({condition})) break; {{ {body} }} }} }}"
        yield tree.text[:node.begin] + text + tree.text[end_of(tree, node):], launch


def synchronises(tree, node):
    """Returns whether work-items may synchronise in it: at a barrier, or in a function that the file
    defines."""
    defined = {function.raw.get("name") for function in tree.functions}
    return any("barrier" in inner.callee() or inner.callee() in defined for inner in node.walk() if inner.kind == "CallExpr")


def counts_alike(node):
    """Returns whether the counter of a `for` loop starts from a literal and its step names only one
    variable."""
    start, _, _, step, _ = node.children
    names = [inner for inner in step.walk() if inner.kind == "DeclRefExpr"]
    return len(names) == 1 and not any(inner.kind in ("DeclRefExpr", "CallExpr") for inner in start.walk())


def split_loop(tree, launch):
    for node, start, text, condition, step, body in counted_loops(tree):
        counter = next((inner.raw.get("name") for inner in start.walk() if inner.kind == "VarDecl"), None)
        if counter is None or "int" not in start.children[0].spelled_type:
            continue
        if synchronises(tree, node) and not counts_alike(node):
            continue  # work-items whose counters differ would leave the first loop apart, and meet at different barriers
        loops = f"for (; ({condition}) && {counter} != 2; {step}) {{ {body} }} for (; {condition}; {step}) {{ {body} }}"
        yield tree.text[:node.begin] + f"{{ {text} {loops} }}" + tree.text[end_of(tree, node):], launch


def add_barrier(tree, launch):
    """Inserts the text after the kernel's `__local` variables, where no memory has been accessed and no
    work-item can be missing."""
    for kernel in kernels(tree):
        body = next(child for child in kernel.children if child.kind == "CompoundStmt")
        if body.begin is None or any(child.begin is None for child in body.children):
            continue
        local = [number for number, child in enumerate(body.children)
                 if child.kind == "DeclStmt" and "__local" in tree.of(child)]
        before = body.children[:local[-1] + 1] if local else []
        harmless = all(child.kind == "DeclStmt" and not any(
            node.kind in ("ArraySubscriptExpr", "UnaryOperator", "CallExpr") for node in child.walk()
            if node.callee() not in syntax.IDENTITIES) for child in before)
        if harmless:
            after = before[-1].end if before else body.begin + 1
            yield tree.text[:after] + f" barrier({WHOLE});" + tree.text[after:], launch


def commute_index(tree, launch):
    for node in tree.walk():
        if node.kind != "ArraySubscriptExpr" or len(node.children) != 2:
            continue
        for inner in node.children[1].walk():
            if inner.kind != "BinaryOperator" or inner.raw.get("opcode") not in ("+", "*", "^", "&", "|") or inner.begin is None:
                continue
            left, right = inner.children
            if left.begin is not None and right.begin is not None:
                by = f"(({tree.of(right)}) {inner.raw['opcode']} ({tree.of(left)}))"
                yield tree.text[:inner.begin] + by + tree.text[inner.end:], launch


def has_smaller_groups(launch):
    """Whether some group is smaller than the others, so that get_local_size() is not one number."""
    sizes = {key: re.split("[,x]", value.strip("[]'"))
             for key, value in re.findall(r"--(local|global)[-_]size[ =](\S+)", launch)}
    whole, part = sizes.get("global", []), sizes.get("local", [])
    return any(not (w + p).isdigit() or int(w) % int(p) != 0 for w, p in zip(whole, part, strict=False))


def spell_out_identity(tree, launch):
    if has_smaller_groups(launch):
        return
    for node in tree.walk():
        if node.callee() == "get_global_id" and node.begin is not None and len(node.children) == 2:
            d = tree.of(node.children[1])
            if d in ("0", "1", "2"):
                by = f"(get_group_id({d}) * get_local_size({d}) + get_local_id({d}) + get_global_offset({d}))"
                yield tree.text[:node.begin] + by + tree.text[node.end:], launch


def forget_value(tree, launch):
    """A value that is not given represents every value, including the one that was given."""
    for found in re.finditer(r"--arg[ =]\w+=\S+ ?", launch):
        yield tree.text, launch[:found.start()] + launch[found.end():]


def forget_size(tree, launch):
    """The bounds of a buffer of unknown size are not checked; everything else must stay the same."""
    for found in re.finditer(r"--buffer[ =](\w+)=\d+ ?", launch):
        if f"=@{found.group(1)}" not in launch:
            yield tree.text, launch[:found.start()] + launch[found.end():]


REWRITES = (rename_arguments, reorder_arguments, swap_branches, peel_loop, unroll_loop, split_loop, add_barrier, commute_index,
            spell_out_identity, forget_value, forget_size)
