// Moves annotations that concern other places than where they stand: what a function ensures holds where it
// returns, and what it states about all of its loops holds where these begin.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <string_view>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Moves annotations there, in all functions of the module, before calls are inlined. A condition is computed
// there from the function's result, from memory and from accesses. Its variables have the values that they
// had where the annotation stands, or in a loop those of the iteration. An annotation that cannot be moved
// there stays. Invariants become candidates where only candidates are wanted.
void place_annotations(llvm::Module& module, AnnotationUse use);

// Asserts what one annotation states where its function returns. Returns false, and leaves the annotation in
// place, if it cannot be moved there.
bool place_at_return(llvm::CallBase& call);

// Returns the name of the annotation that the call has become (`__assert`, `__invariant` or
// `__candidate_invariant`). Empty for one that is as it was written.
std::string_view placed_as(const llvm::CallBase& call);

}  // namespace launchproof::frontend
