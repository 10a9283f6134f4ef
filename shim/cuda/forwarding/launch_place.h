// Finds the place in the application that calls the driver, also through a runtime in a library of its own.
#pragma once

#include <cstdint>

#include "capture/types.h"

namespace launchproof::cuda {

struct LaunchPlace {
  std::uint64_t address = 0;  // return address of the call
  capture::CallSite place;
};

// Returns the innermost place that is neither in this library nor in CUDA's runtime. `returns_to` is where
// the entry of this library returns to. The result stays valid.
const LaunchPlace& launch_place(const void* returns_to);

}  // namespace launchproof::cuda
