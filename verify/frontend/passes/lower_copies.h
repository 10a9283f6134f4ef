// Replaces copies that a thread starts and later waits for (`cp.async`, `cp.async.bulk`), and what tensor
// cores read from shared memory (`wgmma`), by accesses at all places where they may happen.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/memory/copy_names.h"

namespace launchproof::frontend {

// Rejects copies of blocks of memory, and reads of tensor cores, after stores that no fence has shown to
// them. Runs before lower_queues(), which removes the fences.
void check_proxies(const llvm::Function& kernel, std::vector<Refusal>& refusals);

// Lowers copies. A copy reads and writes where it starts, and again after each barrier that the thread passes
// while the copy may still be in flight. Every barrier interval in which the copy may happen therefore has
// its accesses. Adds assertions that the thread's own accesses before its wait touch other bytes, and that
// copies have read shared memory when the thread ends. Variables of the thread record which copies are in
// flight, by the number of groups committed since. Returns whether there are such variables, which the caller
// must promote.
bool lower_copies(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
