// Replaces copies that a thread starts and later waits for (`cp.async`, `cp.async.bulk`), and what tensor
// cores read from shared memory (`wgmma`), by accesses at all places where they may happen.
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
inline constexpr const char* kBulkPrefix = "launchproof.bulk.";
inline constexpr const char* kBulkCopy = "launchproof.bulk.copy";
inline constexpr const char* kBulkReduce = "launchproof.bulk.reduce.";
inline constexpr const char* kBulkCommit = "launchproof.bulk.commit";
inline constexpr const char* kBulkWait = "launchproof.bulk.wait";
inline constexpr const char* kBulkWaitRead = "launchproof.bulk.wait_read";

inline constexpr const char* kMatrixPrefix = "launchproof.matrix.";
inline constexpr const char* kMatrixRead = "launchproof.matrix.read";
inline constexpr const char* kMatrixCommit = "launchproof.matrix.commit";
inline constexpr const char* kMatrixWait = "launchproof.matrix.wait";

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
