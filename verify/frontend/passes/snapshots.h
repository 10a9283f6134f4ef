// Implements `__array_snapshot(to, from)`: conditions that read `to` after it find what `from` held at that
// point.
//
// A snapshot between private arrays is a copy. Otherwise a read of `to` becomes a read of `from` if that
// finds the same value: in memory that the launch writes, except local memory, a condition finds any value
// anyway, and nothing may write to local memory in between. If neither works, the snapshot is open, and so
// are the conditions that read `to`. In kernels with barrier invariants the calls remain, since the engine
// that tracks the contents of shared memory judges them.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <string>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Copies private arrays before they are promoted to values. Requires a kernel with all calls inlined.
void copy_private_snapshots(llvm::Function& kernel, AnnotationUse use);

// Lowers all other snapshots. Must be called after reads for annotations were marked.
void lower_snapshots(llvm::Function& kernel, AnnotationUse use);

// Return whether a call that was not lowered is one of the two halves of a snapshot, and why the snapshot
// keeps nothing.
bool is_source_of_snapshot(const llvm::CallBase& call);
std::string why_not_kept(const llvm::CallBase& call);

// Returns whether the call is one of the two halves of a snapshot that was not lowered.
bool is_followed_snapshot(const llvm::CallBase& call);

// Return whether the condition of an annotation reads the contents kept by a snapshot, and why they are
// unknown, if they are.
bool reads_snapshot(const llvm::CallBase& annotation);
std::string why_snapshot_is_open(const llvm::CallBase& annotation);

}  // namespace launchproof::frontend
