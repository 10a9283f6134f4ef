// How the processes of a capture ended.
#pragma once

#include <cstdint>
#include <string>

#include "capture/types.h"

namespace launchproof::capture {

// Returns whether the process with this tag records into the capture at this moment, on this machine: it has
// its counters mapped. Also returns true for a living process of that number which cannot be looked at.
bool is_recording(const std::string& capture, const std::string& tag);

// Writes down how a process ended, as the process that waited for it says, but only where the process itself
// has not done so. Returns false when that could not be written.
bool note_ending(const std::string& capture, const std::string& tag, Ending ending, std::uint64_t signal);

}  // namespace launchproof::capture
