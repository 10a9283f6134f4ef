// Pointers to functions in CUDA, which are numbers to the steps behind.
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

// Gives each function of the module whose address is taken a number, from 1 on; null is 0. Clang makes other
// pointers of the program generic, so that plain ones that are read, stored, compared and handed over point
// to functions: they become numbers. A call through one becomes a choice among the functions of its type, and
// an assertion that it is one of them. A pointer that a kernel gets has a precondition: it names a function
// of its type that the program defines and takes the address of. To be called before kernels get parameters.
void number_functions(llvm::Module& module, std::vector<llvm::Function*>& kernels,
                      std::map<std::string, KernelSyntax>& syntax);

// Refuses pointers to functions that are read from memory of which the program does not say what it holds. To
// be called when variables of the function are values.
void refuse_read_functions(llvm::Function& kernel, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend::cuda
