// A step of `prepare`, for models only: private arrays at indices that are not known.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

namespace launchproof::frontend {

// Splits small private variables that could not be promoted, because some index is unknown, into one
// variable per cell. A read becomes a choice among the cells that it may mean, and a write an update of each
// of them, so that reads find what the program stored, in loops as elsewhere. Accesses at unknown places
// also stay, as reads of nothing and writes of zero, so that their bounds are checked. Only variables whose
// contents decide an address or a branch are split. Returns whether any was; the cells are left to
// promotion.
bool split_private_arrays(llvm::Function& kernel);

// Keeps private arrays of numbers unchanged until the returned instructions are removed: one for each array,
// which nothing examines.
std::vector<llvm::Instruction*> hold_private_arrays(llvm::Function& kernel);

// Turns vector loads and stores (vload4 and the like) of private memory into plain ones.
void lower_private_vectors(llvm::Function& kernel);

}  // namespace launchproof::frontend
