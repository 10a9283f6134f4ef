// Names of the functions that asynchronous copies and barriers in memory are written with, and of those that
// they are lowered to.
#pragma once

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
// The bytes that a descriptor names (check_copies.cpp): a pointer, and the numbers of MatrixRuns.
inline constexpr const char* kMatrixRows = "launchproof.matrix.rows";
inline constexpr const char* kMatrixFence = "launchproof.matrix.fence";
inline constexpr const char* kMatrixTouch = "launchproof.matrix.touch";
inline constexpr const char* kMatrixCommit = "launchproof.matrix.commit";
inline constexpr const char* kMatrixWait = "launchproof.matrix.wait";

// Those of copies that barriers in memory wait for.
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

}  // namespace launchproof::frontend
