// Kernels at their enqueue.
#pragma once

#include <memory>

#include "shim/objects.h"

namespace launchproof::shim {

// The record of a kernel handle. A kernel that was made in a way unknown to the shim is asked for its name
// and program, its earlier arguments stay "never set". Null when it cannot be asked.
std::shared_ptr<Kernel> known_kernel(cl_kernel handle);

}  // namespace launchproof::shim
