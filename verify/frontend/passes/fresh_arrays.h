// The subject of `__requires_fresh_array`: the other pointers that its function is given.
#pragma once

#include <llvm/IR/Module.h>

namespace launchproof::frontend {

// Gives each call of the annotation, in all functions of the module before calls are inlined, the pointers of
// its function as further operands: the parameter that it names, then all others. One that names no parameter
// stays as it is.
void name_other_pointers(llvm::Module& module);

}  // namespace launchproof::frontend
