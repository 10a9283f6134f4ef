// Kernels in parts: calls of functions with contracts that are not inlined. LLVM types stay in this folder.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <string>

#include "verify/frontend/program/kernel_syntax.h"
#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Returns the kernel of that name with its procedures; null when it calls nothing by contract. `module` is as
// it is before annotations are placed; it is not changed. A function is inlined everywhere where a call of it
// hands over a pointer to private memory, null, or one of several arrays, and where it holds a barrier and
// assumptions leave work-items out. All functions are inlined in kernels with asynchronous copies, or with a
// function that says what it accesses and calls another one by contract, and where the parts hold something
// that is not understood.
std::shared_ptr<model::ModularKernel> in_parts(const llvm::Module& module, const std::string& kernel,
                                               const KernelSyntax& syntax, unsigned address_bits,
                                               AnnotationUse use, PrivateArrays arrays);

}  // namespace launchproof::frontend
