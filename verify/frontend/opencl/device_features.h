// Names of the optional features of OpenCL C 3.0, in the syntax of `--device-features`.
#pragma once

#include <string>
#include <vector>

namespace launchproof::frontend {

// Returns the features named by "none", "full" or a comma-separated list, without the leading "__opencl_c_"
// and in the order of the specification. "full" stands for every feature of OpenCL C 3.0 itself; features of
// extensions must be named individually. Throws std::invalid_argument for an unknown name, and for a feature
// that requires another one which the list lacks.
std::vector<std::string> parse_device_features(const std::string& text);

}  // namespace launchproof::frontend
