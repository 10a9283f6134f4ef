// The positions of a kernel's parameters in the block that a launch passes.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

struct ParameterPlace {
  std::uint64_t offset = 0, bytes = 0;
};

// Returns the size and the alignment of a variable, in bytes.
std::uint64_t bytes_of(const Variable& variable);
std::uint64_t alignment_of(const Variable& variable);

// Returns the positions in the order of the parameters. They are consecutive, each with its own alignment
// (CUDA Driver API, cuLaunchKernel).
std::vector<ParameterPlace> parameter_places(const Function& kernel);

}  // namespace launchproof::frontend::ptx
