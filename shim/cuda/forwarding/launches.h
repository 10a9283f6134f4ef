// Records a launch just before it is passed to the driver.
#pragma once

#include "capture/writing/writer.h"
#include "shim/cuda/forwarding/driver_api.h"
#include "shim/cuda/forwarding/launch_cache.h"

namespace launchproof::cuda {

class Recording;
struct LaunchPlace;

// Records one launch of the kernel, or counts a repeat. The bytes of the parameters are laid out as the
// kernel expects them. Returns a handle for taking the launch back.
capture::LaunchHandle record_launch(Recording& recording, CUfunction function, const LaunchShape& shape,
                                    void* const* parameters, void* const* extra, const LaunchPlace& place);

}  // namespace launchproof::cuda
