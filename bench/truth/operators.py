"""Mutation operators: each gives the texts and launches that are one edit away from a kernel and its launch.

The edits are made where the syntax tree says, so that only what is meant is changed: an index of shared memory, a
barrier, a store. The first eight are the fixed set of docs/truth.md, the others are further ones.
"""

import re

BARRIERS = {"barrier", "work_group_barrier"}
LOCAL, GLOBAL = "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"
WIDER = {"2": "4", "4": "8", "8": "16"}
SCALARS = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"}
LONG_NAMES = {"unsigned char": "uchar", "unsigned short": "ushort", "unsigned int": "uint", "unsigned long": "ulong",
              "signed char": "char", "long long": "long"}
OTHER_GUARD = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


def edit(tree, node, by):
    return tree.text[:node.begin] + by + tree.text[node.end:]


def placed(nodes):
    return [node for node in nodes if node.begin is not None]


def barriers(tree):
    return placed(node for node in tree.walk() if node.callee() in BARRIERS)


def shared_indices(tree):
    """Returns the index expressions of subscripts into shared memory."""
    return placed(node.children[1] for node in tree.walk()
                  if node.kind == "ArraySubscriptExpr" and len(node.children) == 2 and node.is_shared())


def drop_barrier(tree, launch):
    for call in barriers(tree):
        yield edit(tree, call, "(void)0"), launch


def weaken_fence(tree, launch):
    for call in barriers(tree):
        if len(call.children) < 2 or call.children[1].begin is None:
            continue
        flags = call.children[1]
        text = tree.of(flags)
        has = {flag for flag in (LOCAL, GLOBAL) if flag in text}
        weaker = [LOCAL, GLOBAL, "0"] if len(has) == 2 else [GLOBAL, "0"] if LOCAL in has else [LOCAL, "0"]
        if has:
            for flag in weaker:
                yield edit(tree, flags, flag), launch


def drop_component(tree, launch):
    variables = tree.variables_of_identity()
    for index in shared_indices(tree):
        for node in placed(index.walk()):
            if node.kind in ("DeclRefExpr", "CallExpr") and tree.is_identity(node, variables):
                yield edit(tree, node, "0"), launch


def shift_index(tree, launch):
    for index in shared_indices(tree):
        yield edit(tree, index, f"({tree.of(index)}) + 1"), launch
        yield edit(tree, index, f"({tree.of(index)}) - 1"), launch


def element(node):
    """Returns the scalar type and the number of lanes of an lvalue, or nothing if it is not a number."""
    for text in (node.spelled_type, node.type):
        words = [word for word in text.split() if not word.startswith("__") and word not in ("const", "volatile")]
        name = " ".join(words)
        name = LONG_NAMES.get(name, name)
        found = re.fullmatch(r"([a-z]+)(2|4|8)?", name)
        if found and found.group(1) in SCALARS:
            return found.group(1), found.group(2)
    return None


def widen_write(tree, launch):
    for node in placed(tree.walk()):
        if node.kind != "BinaryOperator" or node.raw.get("opcode") != "=":
            continue
        place, value = node.children
        kind = element(place)
        if place.begin is None or value.begin is None or not place.is_shared() or kind is None:
            continue
        if place.stripped().kind == "ExtVectorElementExpr":
            continue  # has no address
        scalar, lanes = kind
        space = "__local" if "__local" in place.spelled_type + place.type else "__global"
        text = tree.of(value)
        if lanes is None:
            yield edit(tree, node, f"vstore2(({scalar}2)({text}), 0, &{tree.of(place)})"), launch
        else:
            wide = WIDER[lanes]
            yield edit(tree, node, f"vstore{wide}(({scalar}{wide})(({scalar}{lanes})({text}), ({scalar}{lanes})({text})), 0, "
                                   f"({space} {scalar} *)&{tree.of(place)})"), launch


def conditional_barrier(tree, launch):
    for call in barriers(tree):
        for condition in ("get_local_id(0) != 0", "get_local_id(0) == 0"):
            yield edit(tree, call, f"(({condition}) ? {tree.of(call)} : (void)0)"), launch


def larger_local(tree, launch):
    found = re.search(r"--local-size[ =]([\d,]+)", launch)
    if not found:
        return
    sizes = [int(size) for size in found.group(1).split(",")]
    for at, size in enumerate(sizes):
        for larger in sorted({size + 1, 2 * size}):
            changed = [*sizes[:at], larger, *sizes[at + 1:]]
            yield tree.text, launch[:found.start(1)] + ",".join(map(str, changed)) + launch[found.end(1):]


def alias_arguments(tree, launch):
    for kernel in tree.functions:
        pointers = [node.raw.get("name", "") for node in kernel.children
                    if node.kind == "ParmVarDecl" and "__global" in node.spelled_type.split("*")[0] and "*" in node.spelled_type]
        sizes = dict(re.findall(r"--buffer[ =](\w+)=(\d+)", launch))
        for number, first in enumerate(pointers):
            for second in pointers[number + 1:]:
                if re.search(rf"--buffer[ =]({first}|{second})=(@|null)|=@({first}|{second})\b", launch):
                    continue
                # For memory that two arguments share, the oracle draws contents without the properties
                # stated for one of them.
                if re.search(rf"--contents[ =]({first}|{second})=", launch):
                    continue
                size, own = int(sizes.get(first, 4096)), sizes.get(second)
                rest = re.sub(rf"--buffer[ =]({first}|{second})=\S+ ?", "", launch)
                for origin in (0, size // 2 // 4 * 4):
                    # The memory object extends as far as the longer of the two arguments.
                    whole = max(size, origin + int(own or 0))
                    place = f"@{first}" + (f"+{origin}" if origin else "") + (f":{own}" if own else "")
                    yield tree.text, f"{rest} --buffer {first}={whole} --buffer {second}={place}"


def halve_component(tree, launch):
    for node in placed(tree.walk()):
        if node.callee() in ("get_local_id", "get_global_id"):
            yield edit(tree, node, f"({tree.of(node)} / 2)"), launch


def change_guard(tree, launch):
    for node in placed(tree.walk()):
        if node.kind != "BinaryOperator" or node.raw.get("opcode") not in OTHER_GUARD:
            continue
        left, right = node.children
        if left.begin is not None and right.begin is not None:
            yield edit(tree, node, f"{tree.of(left)} {OTHER_GUARD[node.raw['opcode']]} {tree.of(right)}"), launch


def more_groups(tree, launch):
    found = re.search(r"--num-groups[ =](\d+)", launch)
    if found:
        yield tree.text, launch[:found.start(1)] + str(2 * int(found.group(1))) + launch[found.end(1):]


def smaller_buffer(tree, launch):
    for found in re.finditer(r"--(?:buffer|local)[ =]\w+=(\d+)", launch):
        yield tree.text, launch[:found.start(1)] + str(max(1, int(found.group(1)) - 1)) + launch[found.end(1):]


def restrict_access(tree, launch):
    for name in re.findall(r"--(?:buffer|image)[ =](\w+)=", launch):
        if re.search(rf"--access[ =]{name}=|--buffer[ =]{name}=null|--image[ =]{name}=@\w+ |--image[ =]\w+=@{name}\b", launch):
            continue  # an image that two arguments are has one set of flags
        for access in ("read-only", "write-only"):
            yield tree.text, f"{launch} --access {name}={access}"


FIXED = (drop_barrier, weaken_fence, drop_component, shift_index, widen_write, conditional_barrier, larger_local,
         alias_arguments)
FURTHER = (halve_component, change_guard, more_groups, smaller_buffer, restrict_access)
