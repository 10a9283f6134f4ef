// The PTX of a recorded module of CUDA.
#pragma once

#include <string>

#include "capture/types.h"

namespace launchproof::jobs {

struct RecordedModule {
  std::string text;     // PTX
  std::string problem;  // why there is none, in words; empty: there is
};

// Returns the PTX in an image as the application gave it to the driver: PTX itself, a fat binary or a cubin.
// A fat binary may hold several forms; the driver compiles the newest that is not newer than the device,
// which is returned.
RecordedModule recorded_module(std::string image, const capture::Device* device);

}  // namespace launchproof::jobs
