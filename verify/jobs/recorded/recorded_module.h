// The PTX of a recorded CUDA module.
#pragma once

#include <string>

#include "capture/types.h"

namespace launchproof::jobs {

struct RecordedModule {
  std::string text;     // PTX
  std::string problem;  // why there is no PTX; empty if there is
};

// Returns the PTX in an image that the application gave to the driver, which is PTX itself, a fat binary or a
// cubin. If a fat binary holds several forms, returns the one that the driver compiles: the newest that is
// not newer than the device.
RecordedModule recorded_module(std::string image, const capture::Device* device);

}  // namespace launchproof::jobs
