// Finds which of the processes that receive a signal have recorded into a capture. Uses only system calls,
// like EndNote.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace launchproof::capture {

// Finds processes with a record in the capture that are in the process group `group` (0: the caller's) and
// that the caller may send signals to, without the caller itself. Writes at most `room` process numbers to
// `found`, and returns how many. Preserves errno.
std::size_t recorded_in_group(const char* capture, pid_t group, pid_t* found, std::size_t room) noexcept;

// Does the same for all processes that kill(-1) reaches: all except the caller and the first process of the
// system.
std::size_t recorded_anywhere(const char* capture, pid_t* found, std::size_t room) noexcept;

}  // namespace launchproof::capture
