// A step of `prepare`, for models only: private arrays at indices that are not known.
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

namespace launchproof::frontend {

// Takes small private variables that could not be promoted, because some index is not known, apart into one
// variable a cell. A read becomes a choice among the cells that it may mean, a write one update of each of
// them, so that what the program stored is what it finds, in loops as elsewhere. Accesses whose place is not
// known stay in addition, as reads of nothing and writes of zero, so that their bounds are judged. Only
// variables on whose contents an address or a branch depends are taken. Returns whether there was one; the
// cells are left to promotion.
bool split_private_arrays(llvm::Function& kernel);

// Makes private arrays of numbers stay as they are until the instructions that are returned are removed: one
// for each, that nothing looks into.
std::vector<llvm::Instruction*> hold_private_arrays(llvm::Function& kernel);

// Turns vector loads and stores (vload4 and the like) of private memory into plain ones.
void lower_private_vectors(llvm::Function& kernel);

}  // namespace launchproof::frontend
