// CUDA kernels and their parameters in Clang's IR.
#pragma once

#include <vector>

#include "tests/oracle/program.h"

namespace llvm {
class DataLayout;
class DILocation;
class Function;
}  // namespace llvm

namespace launchproof::oracle {

std::vector<const llvm::Function*> cuda_kernels(const llvm::Module& module);

void add_cuda_kernel(const llvm::Function& function, const llvm::DataLayout& layout, const Code& code,
                     Program& program);

// Whether the source has the word `return` at this place.
bool is_return_statement(const llvm::DILocation* location);

}  // namespace launchproof::oracle
