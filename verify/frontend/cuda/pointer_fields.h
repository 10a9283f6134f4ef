// Pointers in structures that kernels of CUDA get by value.
#pragma once

#include <vector>

#include "verify/frontend/program/kernel_syntax.h"

namespace llvm {
class Function;
}

namespace launchproof::frontend::cuda {

// Gives a kernel one more parameter for each pointer field of a by-value parameter, named after it
// ("view.data"), and puts the parameter's value into the structure. The structure's own bytes at these places
// do not count. Returns the kernel that is now in the place of the old one, and adds to the syntax.
llvm::Function* give_pointer_fields(llvm::Function& kernel, KernelSyntax& syntax);

}  // namespace launchproof::frontend::cuda
