// Replaces copies that a thread starts and later waits for (`cp.async`) by accesses at all places where the
// copies may happen.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

#include "verify/frontend/ir/preparation.h"

namespace launchproof::frontend {

// Names of the functions of headers/asynchronous_copies.h.
inline constexpr const char* kCopy = "launchproof.copy";
inline constexpr const char* kCopyCommit = "launchproof.copy.commit";
inline constexpr const char* kCopyWait = "launchproof.copy.wait";
inline constexpr const char* kCopyWaitAll = "launchproof.copy.wait_all";
inline constexpr const char* kCopyBytes = "launchproof.copy.bytes";

// Metadata of the accesses of such copies.
inline constexpr const char* kInFlight = "launchproof.in_flight";

// Lowers copies. A copy reads and writes where it starts, and again after each barrier that the thread passes
// while the copy may still be in flight. Every barrier interval in which the copy may happen therefore has
// its accesses. Adds assertions that the thread's own accesses before its wait touch other bytes. Variables
// of the thread record which copies are in flight, by the number of groups committed since. Returns whether
// there are such variables, which the caller must promote.
bool lower_copies(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
