// Tells a device's driver and its compiler from others.
#pragma once

#include <string>

#include "shim/opencl/entry/api.h"
#include "shim/recording/recorder.h"

namespace launchproof::shim {

// Returns a text that is equal for two processes only if they use the same build of the driver for the same
// kind of device, in an environment that makes it compile alike. Everything that is remembered of a compiler
// is stored under this key. Empty if the driver's file is not known. `description` needs no macros.
std::string driver_key(const capture::Device& description, cl_device_id device);

// Returns 12 for "OpenCL 1.2 ..."; 0 where the text is none of a version.
int version_number(const std::string& text);

// Returns whether the device has at least OpenCL 1.2: the driver has the functions of that version.
bool has_version_1_2(cl_device_id device);

}  // namespace launchproof::shim
