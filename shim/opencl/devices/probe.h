// Builds programs to ask a device's compiler a question. The programs are never run.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "shim/opencl/devices/probe_name.h"
#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Builds programs in a separate context.
class Compiler {
 public:
  explicit Compiler(cl_device_id device);
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  // Returns whether the driver can be asked: it has the functions, and it reports the names of kernels
  // (OpenCL 1.2).
  static bool can_ask(cl_device_id device);

  // Returns the kernels of a program; nothing if it does not build, or if `kProbe` is not among them.
  std::optional<std::set<std::string>> kernels(const std::string& source, const char* options) const;

  // Returns the first number of each kernel's `reqd_work_group_size`, by the kernel's name. Omits kernels
  // about which the driver reports nothing.
  std::map<std::string, std::size_t> required_sizes(const std::string& source, const char* options) const;

 private:
  // Builds the program and passes it to `visit`.
  template <class Visit>
  void build(const std::string& source, const char* options, const Visit& visit) const;

  cl_device_id d_device;
  cl_context d_context = nullptr;
};

}  // namespace launchproof::shim
