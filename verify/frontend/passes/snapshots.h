// The effect of `__array_snapshot(to, from)`: conditions that read `to` after it find what `from` held
// there.
//
// A snapshot between private arrays is a copy. Else a read of `to` becomes one of `from`, where that finds
// the same: a condition finds any value in memory that the launch writes, except in local memory, and nothing
// may write to that in between. A snapshot that cannot be kept so is open, and so are the conditions that
// read `to`. In kernels with barrier invariants the calls stay, for the engine that follows the contents of
// shared memory judges them.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <string>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Copies private arrays before these become values. Requires a kernel whose calls are inlined.
void copy_private_snapshots(llvm::Function& kernel, AnnotationUse use);

// Lowers all other snapshots, once it is marked which reads are for an annotation.
void lower_snapshots(llvm::Function& kernel, AnnotationUse use);

// Return whether a call that was not lowered is one of the two halves of a snapshot, and why it keeps
// nothing.
bool is_source_of_snapshot(const llvm::CallBase& call);
std::string why_not_kept(const llvm::CallBase& call);

// Returns whether the call is one of the two halves of a snapshot that stays.
bool is_followed_snapshot(const llvm::CallBase& call);

// Return whether the condition of an annotation reads what a snapshot keeps, and why that is not known, where
// it is not.
bool reads_snapshot(const llvm::CallBase& annotation);
std::string why_snapshot_is_open(const llvm::CallBase& annotation);

}  // namespace launchproof::frontend
