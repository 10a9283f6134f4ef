// A step of `prepare`: keeps accesses beyond the ends of private variables.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace launchproof::frontend {

// Returns the private variables of which an access at a known place touches memory before or after them, such
// as the third element of `int a[2]`. Promotion would remove such an access without a trace, because its
// behaviour is undefined. `promote` must promote the private variables of a function; it is called with a
// copy of the kernel. The kernel does not change.
std::vector<llvm::AllocaInst*> variables_accessed_outside(llvm::Function& kernel,
                                                          llvm::function_ref<void(llvm::Function&)> promote);

// Keeps reads of the variable whose values nothing uses, since their places may lie outside of it.
void keep_accesses(llvm::AllocaInst& variable);

}  // namespace launchproof::frontend
