// Names of the optional features of OpenCL C 3.0, as `--device-features` takes them.
#pragma once

#include <string>
#include <vector>

namespace launchproof::frontend {

// Returns the features that "none", "full" or a comma-separated list names, without the leading
// "__opencl_c_" and in the order of the specification. "full" stands for every feature of OpenCL C 3.0
// itself; those of extensions are named one by one. Throws std::invalid_argument for a name that is no
// feature, and for a feature that needs one which the list lacks.
std::vector<std::string> parse_device_features(const std::string& text);

}  // namespace launchproof::frontend
