// Kernels that get more parameters than the source gives them.
#pragma once

#include <string>
#include <vector>

namespace llvm {
class Function;
}

namespace launchproof::frontend::cuda {

struct AddedParameter {
  std::string name;
  unsigned address_space = 0;
};

// Puts a kernel with these further parameters, all of them pointers, in the place of a kernel that no other
// function calls. Returns it; the old one is erased.
llvm::Function* with_parameters(llvm::Function& kernel, const std::vector<AddedParameter>& added);

}  // namespace launchproof::frontend::cuda
