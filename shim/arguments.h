// What clSetKernelArg says, understood as far as it can be without the kernel's source.
#pragma once

#include "shim/objects.h"

namespace launchproof::shim {

// The parameters of a kernel as clGetKernelArgInfo gives them; kinds are NotKnown when the driver does not
// say, or is too old to be asked.
std::vector<Parameter> ask_parameters(cl_kernel kernel, bool can_be_asked);

// What was passed for a parameter. `value` points to `size` bytes or is null.
Argument understand(const Parameter& parameter, std::size_t size, const void* value);

// The same in the capture's terms.
capture::Argument describe(const Parameter& parameter, const Argument& argument);

}  // namespace launchproof::shim
