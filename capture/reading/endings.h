// How the processes of a capture ended.
#pragma once

#include <cstdint>
#include <string>

#include "capture/types.h"

namespace launchproof::capture {

// Returns whether the process with this tag is recording into the capture now, on this machine: its counters
// are mapped. Also returns true for a living process with that number that cannot be inspected.
bool is_recording(const std::string& capture, const std::string& tag);

// Records how a process ended, as reported by the process that waited for it, unless the process recorded its
// end itself. Returns false if that could not be written.
bool note_ending(const std::string& capture, const std::string& tag, Ending ending, std::uint64_t signal);

}  // namespace launchproof::capture
