// The device for which a program is compiled if none was recorded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Returns a device that accepts the language of these build options. `features` are the features of OpenCL C
// 3.0 that the user gives the device, without the leading "__opencl_c_". If it is not set, the device has
// every feature, and a feature that the program tests is an assumption. If the language has features, the
// extensions and image support that correspond to a feature are set accordingly.
DeviceEnvironment assumed_device(const std::string& build_options,
                                 const std::optional<std::vector<std::string>>& features = std::nullopt);

}  // namespace launchproof::frontend
