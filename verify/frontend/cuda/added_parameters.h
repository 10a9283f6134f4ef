// Adds parameters to kernels beyond those in the source.
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

// Replaces a kernel that no other function calls by a kernel with these additional parameters, all of them
// pointers. Returns the new kernel; the old one is erased.
llvm::Function* with_parameters(llvm::Function& kernel, const std::vector<AddedParameter>& added);

}  // namespace launchproof::frontend::cuda
