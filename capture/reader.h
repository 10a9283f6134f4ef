// Reads as much of a capture as possible. Needs no write permission.
#pragma once

#include <string>

#include "capture/capture.h"
#include "capture/error.h"

namespace launchproof::capture {

// Reads a capture. Renumbers the ids of devices, programs and objects from 1, so that they are unique in the
// whole capture. Throws InputError if there is no capture, or if its schema is unknown.
Capture read_capture(const std::string& path);

}  // namespace launchproof::capture
