// Finds the preprocessor branches that a device's compiler takes in a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shim/opencl/entry/api.h"
#include "shim/opencl/programs/skeleton.h"

namespace launchproof::shim {

// As in capture::TakenBranches.
struct TakenInProgram {
  std::vector<std::int32_t> branches;
  std::vector<std::pair<std::string, std::string>> macros;
};

// Asks the compiler of a device with these build options if the program tests something that only that
// compiler knows. The answer is remembered under `key` (compiler_key), in this process and in the cache; with
// an empty key, the compiler is asked each time. Returns nothing if nothing needs to be asked, or if no
// answer can be trusted.
std::optional<TakenInProgram> taken_branches(cl_device_id device, const std::string& key,
                                             const std::string& source, const IncludeTexts& includes,
                                             const std::string& options);

}  // namespace launchproof::shim
