// Why the launches of a class are one class, and what tells it from the other classes of its kernel.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "capture/launch_class.h"

namespace launchproof::capture {

// Explains a class as text for people, like show(): the class with its launches; what all of them have in
// common and in what they differ without being another class; in what other classes of the kernel differ, and
// the nearest of them. `index` counts from 0 in `classes`, which are those of the capture.
std::string explain(const Capture& capture, const std::vector<LaunchClass>& classes, std::size_t index);

}  // namespace launchproof::capture
