// Dynamic shared memory of CUDA: all variables that are `extern __shared__` are one object, whose size the
// launch tells. A kernel gets it as a parameter, as kernels of OpenCL C get local memory.
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

// Gives each of the kernels that uses such memory, by itself or in what it calls, one more parameter, and
// puts the kernels that are made so in their place. The syntax of a kernel, by mangled name, gets the
// parameter too.
void give_dynamic_memory(llvm::Module& module, std::vector<llvm::Function*>& kernels,
                         std::map<std::string, KernelSyntax>& syntax);

// Makes all dynamic shared memory of a kernel whose calls are inlined the parameter that stands for it.
void bind_dynamic_memory(llvm::Function& kernel);

}  // namespace launchproof::frontend::cuda
