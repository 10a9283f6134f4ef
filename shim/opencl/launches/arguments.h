// Interprets arguments of clSetKernelArg as far as possible without the kernel's source.
#pragma once

#include "capture/json/launch_arguments.h"
#include "shim/opencl/devices/objects.h"

namespace launchproof::shim {

// The parameters of a kernel as reported by clGetKernelArgInfo. Kinds are NotKnown if the driver does not
// report them, or is too old to be asked.
struct AskedParameters {
  Parameters all;
  bool is_final = false;  // the result is the same for every kernel of this build with this name
};
AskedParameters ask_parameters(cl_kernel kernel, bool can_be_asked);

// Returns the argument that was passed for a parameter. `value` points to `size` bytes or is null.
Argument understand(const Parameter& parameter, std::size_t size, const void* value);

// Returns whether the argument is certainly a value that understand() would treat as bytes: neither a handle
// nor null.
inline bool is_value(Parameter::Kind kind, std::size_t size, const void* value) {
  return value != nullptr && (kind == Parameter::Kind::Value || size != sizeof(void*));
}

// Returns the argument in the capture's types.
capture::Argument describe(const Parameter& parameter, const Argument& argument);

// Writes the current arguments of a kernel. Requires the kernel's lock.
class KernelArguments final : public capture::LaunchArguments {
 public:
  explicit KernelArguments(const KernelState& kernel) : d_kernel(kernel) {}
  void write(capture::ArgumentsText& text) const override;

 private:
  const KernelState& d_kernel;
};

}  // namespace launchproof::shim
