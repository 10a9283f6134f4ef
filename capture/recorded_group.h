// Which of the processes that a signal goes to have recorded into a capture. System calls alone, as for
// EndNote.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace launchproof::capture {

// Processes with a record in the capture that are in the process group `group` (0: the caller's) and may be
// sent signals by the caller, but for the caller. Writes at most `room` of their numbers to `found`, and
// gives how many. Keeps errno.
std::size_t recorded_in_group(const char* capture, pid_t group, pid_t* found, std::size_t room) noexcept;

// The same of all processes that kill(-1) reaches: but for the caller and the first process of the system.
std::size_t recorded_anywhere(const char* capture, pid_t* found, std::size_t room) noexcept;

}  // namespace launchproof::capture
