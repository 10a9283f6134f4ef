// Recognises the barrier of a grid, for which PTX has no instruction: the toolkit's cooperative groups let
// one thread of each block count in a workspace of the launch and wait until all blocks have counted.
#pragma once

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

// Replaces each of these barriers by one instruction (Instruction::is_of_grid), and drops what it does to the
// workspace. The workspace's address is in the registers %envreg1 and %envreg2, which serve nothing else.
// Leaves a function as it is where it accesses the workspace in another way.
void mark_grid_barriers(Module& module);

}  // namespace launchproof::frontend::ptx
