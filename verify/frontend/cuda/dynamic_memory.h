// Dynamic shared memory of CUDA. All `extern __shared__` variables are one object, whose size the launch
// gives. A kernel gets it as a parameter, the way OpenCL C kernels get local memory.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/frontend/program/kernel_syntax.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace launchproof::frontend::cuda {

// Gives each kernel that uses such memory, directly or in a function that it calls, an additional parameter,
// and replaces the kernel in `kernels`. Also adds the parameter to the syntax of the kernel, by mangled name.
void give_dynamic_memory(llvm::Module& module, std::vector<llvm::Function*>& kernels,
                         std::map<std::string, KernelSyntax>& syntax);

// Replaces all dynamic shared memory in a kernel with inlined calls by the parameter that stands for it.
void bind_dynamic_memory(llvm::Function& kernel);

}  // namespace launchproof::frontend::cuda
