// Identifies a device's driver and compiler.
#pragma once

#include <string>

#include "shim/opencl/entry/api.h"
#include "shim/recording/recorder.h"

namespace launchproof::shim {

// Returns a text that is equal in two processes only if they use the same build of the driver for the same
// kind of device, in an environment in which it compiles alike. Everything remembered about a compiler is
// stored under this key. Empty if the driver's file is unknown. `description` needs no macros.
std::string driver_key(const capture::Device& description, cl_device_id device);

// Returns 12 for "OpenCL 1.2 ..."; 0 if the text is not a version.
int version_number(const std::string& text);

// Returns whether the device supports OpenCL 1.2, so that the driver has the functions of that version.
bool has_version_1_2(cl_device_id device);

}  // namespace launchproof::shim
