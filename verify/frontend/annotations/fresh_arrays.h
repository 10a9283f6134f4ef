// Finds the pointers that `__requires_fresh_array` is about: the other pointers passed to its function.
#pragma once

#include <llvm/IR/Module.h>

namespace launchproof::frontend {

// Adds the pointers of the function as operands to each call of the annotation: the parameter that it names,
// then all others. Handles all functions of the module; must be called before calls are inlined. Leaves a
// call that names no parameter unchanged.
void name_other_pointers(llvm::Module& module);

}  // namespace launchproof::frontend
