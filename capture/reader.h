// Reads a capture, as much of it as can be read. Needs no permission to write.
#pragma once

#include <string>

#include "capture/capture.h"
#include "capture/error.h"

namespace launchproof::capture {

// Reads a capture. Ids of devices, programs and objects are numbered anew from 1, unique in the whole
// capture. Throws InputError when there is no capture, or one of a schema that is not known.
Capture read_capture(const std::string& path);

}  // namespace launchproof::capture
