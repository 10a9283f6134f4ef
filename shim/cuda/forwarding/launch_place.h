// Finds the place in the application that calls the driver, even if the call goes through a runtime in a
// separate library.
#pragma once

#include <cstdint>

#include "capture/types.h"

namespace launchproof::cuda {

struct LaunchPlace {
  std::uint64_t address = 0;  // return address of the call
  capture::CallSite place;
};

// Returns the innermost place that is neither in this library nor in CUDA's runtime. `returns_to` is the
// return address of this library's entry. The result remains valid.
const LaunchPlace& launch_place(const void* returns_to);

}  // namespace launchproof::cuda
