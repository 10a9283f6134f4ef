// Which processes of a group have recorded into a capture. System calls alone, as for EndNote.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace launchproof::capture {

// Processes with a record in the capture that are in the process group `group` (0: the caller's), but for the
// caller. Writes at most `room` of their numbers to `found`, and gives how many. Keeps errno.
std::size_t recorded_in_group(const char* capture, pid_t group, pid_t* found, std::size_t room) noexcept;

}  // namespace launchproof::capture
