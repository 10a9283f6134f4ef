// Steps of `prepare` that handle private memory and copies between private and shared memory.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "verify/frontend/ir/preparation.h"

namespace launchproof::frontend {

// Returns an arbitrary value, a different one for each call.
llvm::Value* undefined_value(llvm::IRBuilderBase& builder, llvm::Type* type);

// Gives by-value struct parameters a private copy at the kernel's entry, filled member by member.
void copy_parameters(llvm::Function& kernel, std::vector<Refusal>& refusals);

// Stores arbitrary values at the start of each private variable's scope, so that passes do not choose values.
// For execution, large variables keep the marker of the scope's start instead.
void mark_undefined(llvm::Function& kernel, Purpose purpose);
// Removes stores of arbitrary values to variables that could not be promoted; for execution, replaces them by
// calls of kFresh.
void drop_undefined_stores(llvm::Function& kernel, Purpose purpose);

// Marks private arrays that are filled once from a constant and only read afterwards, and removes the copy.
void mark_tables(llvm::Function& kernel);

// Replaces each wait for a known number of events stored in a private array by reads of those events and a
// call of kWait with them, so that the array can be promoted. Returns false if there is no such wait.
bool split_waits(llvm::Function& kernel);

// Replaces block copies and fills by loads and stores, with one access on each side that is shared. If
// `keep_private`, leaves those between private variables.
void expand_block_operations(llvm::Function& kernel, bool keep_private, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
