// The device that a program is compiled for if none was recorded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Returns a device that takes the language of these build options. `features` are those of OpenCL C 3.0 that
// the user gives the device, without the leading "__opencl_c_"; without a value it has every one, and a
// feature that the program tests is an assumption. Where the language has features, extensions and images
// that are a feature by another name follow it.
DeviceEnvironment assumed_device(const std::string& build_options,
                                 const std::optional<std::vector<std::string>>& features = std::nullopt);

}  // namespace launchproof::frontend
