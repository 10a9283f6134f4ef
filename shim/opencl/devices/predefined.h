// The macros that the device's kernel compiler predefines. No query returns them, so the compiler is asked:
// programs tell which names are defined by the kernels that they have. These programs are built and never
// run.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

struct Predefined {
  std::vector<std::pair<std::string, std::string>> macros;  // name and value, without build options
  std::vector<std::string> undefined;                       // asked, and not defined
  bool is_remembered = false;                               // from an earlier run
};

// Asked of a context of our own. Nothing when the driver cannot build or does not tell kernels' names (before
// OpenCL 1.2). Takes two builds of tiny programs, about 0.1 s with PoCL, unless the answer is remembered
// under `key` (driver_key); with an empty key it is asked each time.
std::optional<Predefined> predefined_macros(cl_device_id device, const std::string& key);

}  // namespace launchproof::shim
