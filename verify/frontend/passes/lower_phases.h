// Turns barriers that threads arrive at and wait for in two steps (`cuda::barrier`) into barriers of the
// block.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

#include "verify/frontend/ir/preparation.h"

namespace launchproof::frontend {

// Lowers such barriers where all threads of the block arrive at each phase, once, and wait for it. The wait
// becomes the barrier of the block. What a thread does between its arrival and its wait is not ordered with
// what others do behind theirs, so that its accesses are made once more behind the barrier. Copies that a
// phase waits for are a group of copies. Runs before lower_copies(). Returns whether there are variables to
// be promoted.
bool lower_phases(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
