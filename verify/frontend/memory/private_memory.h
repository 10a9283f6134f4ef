// Steps of `prepare` on private memory and on copies between private and shared memory.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "verify/frontend/ir/preparation.h"

namespace launchproof::frontend {

// Returns an arbitrary value, another one each time.
llvm::Value* undefined_value(llvm::IRBuilderBase& builder, llvm::Type* type);

// Gives by-value struct parameters a private copy at the entry, filled member by member.
void copy_parameters(llvm::Function& kernel, std::vector<Refusal>& refusals);

// Makes each start of a private variable's scope store arbitrary values, so that nothing takes them for
// chosen. For execution large variables keep the mark of the start instead.
void mark_undefined(llvm::Function& kernel, Purpose purpose);
// Removes the stores of arbitrary values to what could not be promoted; for execution they become calls of
// kFresh.
void drop_undefined_stores(llvm::Function& kernel, Purpose purpose);

// Marks private arrays that are filled once from a constant and only read afterwards, and drops the copy.
void mark_tables(llvm::Function& kernel);

// Turns each wait for a known number of events, which reads them from a private array, into reads of those
// events and a call of kWait with them, so that the array can be promoted. False when there is none.
bool split_waits(llvm::Function& kernel);

// Turns block copies and fills into loads and stores: one access on each side that is shared. Those between
// private variables are left when `keep_private`.
void expand_block_operations(llvm::Function& kernel, bool keep_private, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
