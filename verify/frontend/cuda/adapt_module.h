// Converts a module that Clang made from CUDA to the form of a module of OpenCL C.
#pragma once

#include <map>
#include <set>
#include <string>

#include "verify/frontend/program/kernel_syntax.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace launchproof::frontend::cuda {

// Changes the module and the syntax of its kernels:
// - Pointer parameters of kernels point to global memory and are generic pointers inside.
// - Variables named in `constants` (mangled, those that are `__constant__`) lie in constant memory. Only the
//   contents of those that are `const` are known, since the host may write the others.
// - Pointers in by-value structures become parameters (pointer_fields.h).
// - `return` statements of kernels are ends of their own (early_returns.h).
// - Kernels that use dynamic shared memory get it as a last parameter.
// - Pointers to functions are numbers, and calls through them calls of the functions (function_pointers.h).
// - Inline assembly that built-in functions stand for becomes calls of them (inline_assembly.h).
// - Clang's intrinsic functions become the built-in functions that they stand for.
// - Kernels have the names that the program gives them, template arguments included, and their signatures
//   where two have one name.
// Returns the names of kernels by mangled name.
std::map<std::string, std::string> adapt_module(llvm::Module& module, const std::set<std::string>& constants,
                                                std::map<std::string, KernelSyntax>& kernels);

// Changes the locations of code inlined from the built-in headers to the place in the program that calls it.
// Calls keep the name of the header's function as metadata (kCalledAs, cuda_names.h).
void leave_headers(llvm::Function& kernel);

// Returns whether the module was compiled from CUDA.
bool is_cuda(const llvm::Module& module);

}  // namespace launchproof::frontend::cuda
