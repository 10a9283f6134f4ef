// The fixed list of passes between Clang and the translation. They only touch private memory.
#pragma once

#include <vector>

#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/program/program.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace launchproof::frontend {

// Normalises a module. Must be called once. Removes everything that would let a pass make assumptions, and
// shields shared accesses from every pass.
void normalise(llvm::Module& module);

struct Prepared {
  llvm::Function* kernel = nullptr;
  std::vector<Refusal> refusals;
};

// Prepares all kernels of the module, once. Afterwards they have no calls of defined functions, private
// scalars in SSA form, no switches, and simplified loops.
std::vector<Prepared> prepare_kernels(llvm::Module& module, Purpose purpose, AnnotationUse use,
                                      PrivateArrays arrays = PrivateArrays::TakenApart);

// Prepares one function for a model, together with everything that it calls. It may be a kernel that no other
// kernel calls.
void prepare_function(llvm::Function& function, AnnotationUse use, PrivateArrays arrays,
                      std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
