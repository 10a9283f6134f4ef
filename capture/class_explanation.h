// Explains why launches form one class, and how it differs from other classes of its kernel.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "capture/launch_class.h"

namespace launchproof::capture {

// Returns a readable explanation of a class, in the style of show(): its launches, what they have in common
// and how they differ, how other classes of the kernel differ, and which class is the nearest. `classes` are
// those of the capture, and `index` counts from 0.
std::string explain(const Capture& capture, const std::vector<LaunchClass>& classes, std::size_t index);

}  // namespace launchproof::capture
