// Translates kernels into procedures: calls of functions with contracts are not inlined. LLVM types do not
// leave this folder.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <string>

#include "verify/frontend/program/kernel_syntax.h"
#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Returns the kernel with this name together with its procedures; null if it makes no call by contract.
// `module` must be in the state before annotations are placed, and is not changed. A function is inlined
// everywhere in two cases: some call passes it a pointer to private memory, null, or one of several arrays;
// or it contains a barrier and assumptions exclude work-items. All functions are inlined in three cases: the
// kernel has asynchronous copies; some function that declares its accesses calls another one by contract; or
// the parts contain something that is not understood.
std::shared_ptr<model::ModularKernel> in_parts(const llvm::Module& module, const std::string& kernel,
                                               const KernelSyntax& syntax, unsigned address_bits,
                                               AnnotationUse use, PrivateArrays arrays);

}  // namespace launchproof::frontend
