// Moves annotations that apply to a different place than where they are written: what a function ensures
// applies where it returns, and a statement about all of its loops applies where they begin.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <string_view>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Moves such annotations in all functions of the module. Must be called before calls are inlined. The
// condition is computed at the new place from the function's result, from memory and from accesses. Its
// variables have their values at the annotation, or, in a loop, their values in the current iteration. An
// annotation that cannot be moved stays where it is. If only candidates are wanted, invariants become
// candidates.
void place_annotations(llvm::Module& module, AnnotationUse use);

// Asserts the statement of one annotation at the place where its function returns. Returns false, and leaves
// the annotation in place, if it cannot be moved there.
bool place_at_return(llvm::CallBase& call);

// Returns the name of the annotation that the call has become (`__assert`, `__invariant` or
// `__candidate_invariant`); empty if the call is unchanged.
std::string_view placed_as(const llvm::CallBase& call);

}  // namespace launchproof::frontend
