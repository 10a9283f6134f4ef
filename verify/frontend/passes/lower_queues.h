// Turns copies of blocks of memory that barriers in memory wait for (`cp.async.bulk` and `mbarrier` of PTX)
// into accesses wherever they may occur.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

#include "verify/frontend/ir/preparation.h"

namespace launchproof::frontend {

// Names of the functions of headers/asynchronous_copies.h.
inline constexpr const char* kQueuePrefix = "launchproof.queue.";
inline constexpr const char* kBarrierInit = "launchproof.queue.init";
inline constexpr const char* kBarrierExpect = "launchproof.queue.expect";
inline constexpr const char* kBarrierWait = "launchproof.queue.wait";
inline constexpr const char* kBarrierEnd = "launchproof.queue.end";
inline constexpr const char* kBlockCopy = "launchproof.queue.copy";
inline constexpr const char* kProxyFence = "launchproof.queue.fence";

// Calls that the translation understands. The number of operands, one for each queue, is part of the name:
// copies with smaller numbers have ended before the accesses that follow in the block (Site::ended).
inline constexpr const char* kEndedCopies = "launchproof.ended_copies.";
// An access of a copy: its place, its bytes, whether it writes, its queue and its number there.
inline constexpr const char* kCopyOfQueue = "launchproof.block_access.";

// Lowers such copies. One thread starts them all. A copy reads and writes where it starts, and again after
// each barrier of the block that its thread passes while the copy may go on. A variable of the thread counts
// the phases that it has waited for: what comes after the wait for a copy's phase is in no race with the
// copy. Nothing else is taken to be ordered by these barriers. Returns whether there are variables to be
// promoted.
bool lower_queues(llvm::Function& kernel, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
