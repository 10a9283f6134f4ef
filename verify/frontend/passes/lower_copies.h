// Turns copies that a thread starts and later waits for (`cp.async`) into accesses wherever they may occur.
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

// Metadata of the accesses of such copies.
inline constexpr const char* kInFlight = "launchproof.in_flight";

// Lowers copies. A copy reads and writes where it starts, and again after each barrier that the thread
// passes while the copy may continue: so every barrier interval in which it may happen has its accesses.
// Accesses by the thread itself before it has waited are asserted to touch other bytes. Variables of the
// thread hold which copies continue, by the number of groups that were made since. Returns whether there are
// such variables, which are to be promoted.
bool lower_copies(llvm::Function& kernel, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
