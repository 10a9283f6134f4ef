// Replaces copies that a thread starts and later waits for (`cp.async`, `cp.async.bulk`), and what tensor
// cores read from shared memory (`wgmma`), by accesses at all places where they may happen.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/memory/copy_names.h"

namespace launchproof::frontend {

// Takes the descriptors of matrices apart, so that tensor cores read from pointers (kMatrixRows). Rejects
// what perhaps not all threads of the block do alike, and matrices whose bytes are not known.
void name_matrices(llvm::Function& kernel, std::vector<Refusal>& refusals);

// Rejects copies of blocks of memory to global memory, and reads of tensor cores, after stores that the
// threads that made them have not shown to copies by a fence, and beside barriers in memory that threads
// arrive at. Runs after name_matrices(), and before lower_queues(), which removes the fences.
void check_copies(const llvm::Function& kernel, std::vector<Refusal>& refusals);

// Lowers copies. A copy reads and writes where it starts, and again after each barrier that the thread passes
// while the copy may still be in flight. Every barrier interval in which the copy may happen therefore has
// its accesses. Adds assertions that the thread's own accesses before its wait touch other bytes, and that
// copies have read shared memory when the thread ends. Variables of the thread record which copies are in
// flight, by the number of groups committed since. Returns whether there are such variables, which the caller
// must promote.
bool lower_copies(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals);

// Memories whose stores a fence shows to copies.
inline constexpr unsigned kFencedShared = 1, kFencedGlobal = 2, kFencedBarriers = 4;

// Returns the memories that the instruction is a fence for.
unsigned fenced_memories(const llvm::Instruction& instruction);

inline constexpr const char* kBarrierOfBlock = "_Z7barrierj";

// Returns whether it is a barrier that all threads of the block pass at this place.
bool is_aligned_barrier(const llvm::Instruction& instruction);

// Returns whether a thread that was with this one at its last barrier of the block may come to another
// barrier, where this one ends here.
bool others_may_pass_barrier(const llvm::Instruction& end);

}  // namespace launchproof::frontend
