// The type that devices are shown as to the application, when LAUNCHPROOF_DEVICE_TYPE_AS is `gpu` or `cpu`.
#pragma once

#include <optional>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Returns CL_DEVICE_TYPE_GPU or CL_DEVICE_TYPE_CPU, or 0 when devices are shown as they are.
cl_device_type pretended_type();

// Returns the type to query where the application asks for `type`, so that it finds the devices that are
// shown with that type. Returns nothing if no device is.
std::optional<cl_device_type> type_to_ask(cl_device_type type);

// Returns the type that a device of this type is shown as.
cl_device_type shown_type(cl_device_type type);

}  // namespace launchproof::shim
