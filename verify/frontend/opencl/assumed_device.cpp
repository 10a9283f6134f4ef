#include "verify/frontend/opencl/assumed_device.h"

#include <algorithm>

#include "verify/frontend/opencl/device_features.h"
#include "verify/frontend/options/build_options.h"
#include "verify/frontend/options/clang_arguments.h"

namespace launchproof::frontend {

DeviceEnvironment assumed_device(const std::string& build_options,
                                 const std::optional<std::vector<std::string>>& features) {
  DeviceEnvironment device;
  device.grants_extensions = true;
  const std::string language = parse_build_options(build_options).language;
  if (language == "CL2.0" || language == "CLC++1.0" || language == "CLC++") device.opencl_c_version = "2.0";
  if (!has_features(language)) return device;
  device.opencl_c_version = "3.0";
  device.assumes_features = !features;
  device.features = features ? *features : parse_device_features("full");
  const auto lacks = [&](const char* name) {
    return std::ranges::find(device.features, name) == device.features.end();
  };
  if (lacks("fp64")) std::erase(device.extensions, "cl_khr_fp64");
  if (lacks("subgroups"))
    std::erase_if(device.extensions,
                  [](const std::string& name) { return name.starts_with("cl_khr_subgroup"); });
  device.images = !lacks("images");
  return device;
}

}  // namespace launchproof::frontend
