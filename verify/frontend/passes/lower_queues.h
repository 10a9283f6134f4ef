// Turns copies of blocks of memory that barriers in memory wait for (`cp.async.bulk` and `mbarrier` of PTX)
// into accesses at every place where they may occur.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/memory/copy_names.h"

namespace launchproof::frontend {

// Lowers such copies. One thread starts them all. A copy reads and writes where it starts, and again after
// each barrier of the block that its thread passes while the copy may go on. A variable of the thread counts
// the phases that it has waited for: what comes after the wait for a copy's phase is in no race with the
// copy. Nothing else is taken to be ordered by these barriers. Returns whether there are variables to be
// promoted.
bool lower_queues(llvm::Function& kernel, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
