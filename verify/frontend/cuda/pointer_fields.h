// Pointers in structures that are passed to CUDA kernels by value.
#pragma once

#include <vector>

#include "verify/frontend/program/kernel_syntax.h"

namespace llvm {
class Function;
}

namespace launchproof::frontend::cuda {

// Adds a kernel parameter for each pointer field of a by-value parameter, named after it ("view.data"), and
// stores the parameter's value into the structure. The structure's own bytes at these places are ignored.
// Returns the kernel that replaces the old one, and adds the parameters to the syntax.
llvm::Function* give_pointer_fields(llvm::Function& kernel, KernelSyntax& syntax);

}  // namespace launchproof::frontend::cuda
