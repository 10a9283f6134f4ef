"""Mutation operators for CUDA kernels, as those of operators.py: what orders threads of a warp or block, and what they
hand each other."""

import re

from operators import edit, larger_local, placed, smaller_buffer

MASKED = re.compile(r"__(syncwarp|\w+_sync)$")


def calls(tree, wanted):
    return placed(node for node in tree.walk() if wanted(node.callee()))


def drop_warp_barrier(tree, launch):
    for call in calls(tree, lambda name: name == "__syncwarp"):
        yield edit(tree, call, "(void)0"), launch


def drop_block_barrier(tree, launch):
    for call in calls(tree, lambda name: name == "__syncthreads"):
        yield edit(tree, call, "(void)0"), launch


def narrow_barrier(tree, launch):
    for call in calls(tree, lambda name: name == "__syncthreads"):
        yield edit(tree, call, "__syncwarp()"), launch


def conditional_block_barrier(tree, launch):
    for call in calls(tree, lambda name: name == "__syncthreads"):
        for condition in ("threadIdx.x != 0", "threadIdx.x < 16"):
            yield edit(tree, call, f"(({condition}) ? {tree.of(call)} : (void)0)"), launch


def conditional_warp_barrier(tree, launch):
    for call in calls(tree, lambda name: name == "__syncwarp"):
        yield edit(tree, call, f"((threadIdx.x % 2 != 0) ? {tree.of(call)} : (void)0)"), launch


def change_mask(tree, launch):
    for call in calls(tree, MASKED.match):
        text = tree.of(call)
        for mask in ("0xffffu", "0x7fffffffu"):
            if text.endswith("()"):
                yield edit(tree, call, f"{text[:-1]}{mask})"), launch
            elif "0xffffffffu" in text:
                yield edit(tree, call, text.replace("0xffffffffu", mask, 1)), launch


def swap_up_and_down(tree, launch):
    for call in calls(tree, lambda name: name in ("__shfl_up_sync", "__shfl_down_sync")):
        text = tree.of(call)
        other = {"up": "down", "down": "up"}
        yield edit(tree, call, re.sub(r"__shfl_(up|down)_sync", lambda m: f"__shfl_{other[m[1]]}_sync", text, count=1)), launch


def drop_fence(tree, launch):
    for call in calls(tree, lambda name: name.startswith("__threadfence")):
        yield edit(tree, call, "(void)0"), launch


def narrow_scope(tree, launch):
    for call in calls(tree, lambda name: re.fullmatch(r"atomic[A-Z][A-Za-z]*", name)):
        yield edit(tree, call, re.sub(r"^(atomic\w+)\(", r"\1_block(", tree.of(call))), launch


def halve_thread(tree, launch):
    for found in re.finditer(r"\bthreadIdx\.x\b", tree.text):
        yield tree.text[:found.start()] + "(threadIdx.x / 2)" + tree.text[found.end():], launch


def larger_block(tree, launch):
    for text, changed in larger_local(tree, launch.replace("--blockDim", "--local-size")):
        yield text, changed.replace("--local-size", "--blockDim")


def more_blocks(tree, launch):
    found = re.search(r"--gridDim[ =](\d+)", launch)
    if found:
        yield tree.text, launch[:found.start(1)] + str(2 * int(found.group(1))) + launch[found.end(1):]


# The last two change values and orders that no property of the cases need depend on.
DECIDING = (drop_warp_barrier, drop_block_barrier, narrow_barrier, conditional_block_barrier, conditional_warp_barrier,
            change_mask, narrow_scope, halve_thread, larger_block, more_blocks, smaller_buffer)
OTHERS = (swap_up_and_down, drop_fence)
