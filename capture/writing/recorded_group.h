// Which of the processes that a signal goes to have recorded into a capture. System calls alone, as for
// EndNote.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace launchproof::capture {

// Finds processes with a record in the capture that are in the process group `group` (0: the caller's) and
// may be sent signals by the caller, except for the caller. Writes at most `room` of their numbers to
// `found`, and returns how many. Keeps errno.
std::size_t recorded_in_group(const char* capture, pid_t group, pid_t* found, std::size_t room) noexcept;

// Finds likewise all processes that kill(-1) reaches: all except for the caller and the first process of the
// system.
std::size_t recorded_anywhere(const char* capture, pid_t* found, std::size_t room) noexcept;

}  // namespace launchproof::capture
