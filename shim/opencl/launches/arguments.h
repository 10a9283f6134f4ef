// Interprets arguments of clSetKernelArg as far as possible without the kernel's source.
#pragma once

#include "capture/json/launch_arguments.h"
#include "shim/opencl/devices/objects.h"

namespace launchproof::shim {

// The parameters of a kernel as clGetKernelArgInfo gives them. Kinds are NotKnown if the driver does not say,
// or is too old to be asked.
struct AskedParameters {
  Parameters all;
  bool is_final = false;  // it says the same of every kernel that the same build makes under this name
};
AskedParameters ask_parameters(cl_kernel kernel, bool can_be_asked);

// Returns the argument that was passed for a parameter. `value` points to `size` bytes or is null.
Argument understand(const Parameter& parameter, std::size_t size, const void* value);

// Returns whether the argument is certainly a value, which understand() would take for bytes: neither a
// handle nor null.
inline bool is_value(Parameter::Kind kind, std::size_t size, const void* value) {
  return value != nullptr && (kind == Parameter::Kind::Value || size != sizeof(void*));
}

// Returns the argument in the capture's terms.
capture::Argument describe(const Parameter& parameter, const Argument& argument);

// Writes the arguments of a kernel as they are now. Requires the kernel's lock.
class KernelArguments final : public capture::LaunchArguments {
 public:
  explicit KernelArguments(const KernelState& kernel) : d_kernel(kernel) {}
  void write(capture::ArgumentsText& text) const override;

 private:
  const KernelState& d_kernel;
};

}  // namespace launchproof::shim
