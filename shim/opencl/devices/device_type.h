// The type with which devices are shown to the application if LAUNCHPROOF_DEVICE_TYPE_AS is `gpu` or `cpu`.
#pragma once

#include <optional>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Returns CL_DEVICE_TYPE_GPU or CL_DEVICE_TYPE_CPU, or 0 if devices are shown with their own type.
cl_device_type pretended_type();

// Returns the type to query when the application queries `type`, so that it finds the devices that are shown
// with that type. Returns nothing if there are none.
std::optional<cl_device_type> type_to_ask(cl_device_type type);

// Returns the type with which a device of this type is shown.
cl_device_type shown_type(cl_device_type type);

}  // namespace launchproof::shim
