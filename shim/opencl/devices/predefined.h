// Finds the macros that the device's kernel compiler predefines. No query returns them, so the compiler is
// asked to build programs whose kernels show which names are defined. These programs are never run.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

struct Predefined {
  std::vector<std::pair<std::string, std::string>> macros;  // name and value, without build options
  std::vector<std::string> undefined;                       // names that were asked about and are not defined
  bool is_remembered = false;                               // from an earlier run
};

// Asks the compiler in a separate context. Returns nothing if the driver cannot build or does not report the
// names of kernels (before OpenCL 1.2). Takes two builds of tiny programs, about 0.1 s with PoCL, unless the
// answer is remembered under `key` (driver_key). Nothing is remembered under an empty key.
std::optional<Predefined> predefined_macros(cl_device_id device, const std::string& key);

}  // namespace launchproof::shim
