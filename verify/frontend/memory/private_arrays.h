// A step of `prepare`, used only for models: handles private arrays with unknown indices.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace launchproof::frontend {

// Splits small private variables that could not be promoted because of an unknown index into one variable per
// cell. A read becomes a choice among the cells that it may access, and a write becomes an update of each of
// them, so that reads find what the program stored, also in loops. The accesses at unknown places also
// remain, as reads of nothing and writes of zero, so that their bounds are checked. Only splits variables
// whose contents decide an address or a branch. Returns whether any was split; promoting the cells is left to
// the caller.
bool split_private_arrays(llvm::Function& kernel);

// Keeps private arrays of numbers from being changed by passes until the returned instructions are removed.
// There is one instruction per array, and nothing examines it.
std::vector<llvm::Instruction*> hold_private_arrays(llvm::Function& kernel);

// Does the same for one variable, whatever its type.
llvm::Instruction* hold(llvm::AllocaInst& variable);

// Replaces vector loads and stores of private memory (vload4 and the like) by plain ones.
void lower_private_vectors(llvm::Function& kernel);

}  // namespace launchproof::frontend
