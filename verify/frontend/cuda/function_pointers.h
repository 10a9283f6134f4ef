// Pointers to functions in CUDA, which later steps see as numbers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace launchproof::frontend::cuda {

// Gives each function of the module whose address is taken a number, from 1 on; null is 0. Clang makes all
// other pointers of the program generic, so non-generic pointers that are loaded, stored, compared or passed
// must point to functions; they become numbers. A call through such a pointer becomes a choice among the
// functions of its type, with an assertion that it is one of them. For a pointer that a kernel receives, adds
// a precondition: it must name a function of its type that the program defines and takes the address of. Must
// be called before kernels get parameters.
void number_functions(llvm::Module& module, std::vector<llvm::Function*>& kernels,
                      std::map<std::string, KernelSyntax>& syntax);

// Rejects pointers to functions that are read from memory whose contents the program does not define. Must be
// called after variables of the function were promoted to values.
void refuse_read_functions(llvm::Function& kernel, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend::cuda
