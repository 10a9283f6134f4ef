// Clocks as the kernel has them: clock_gettime() may be the application's own, or a library's beside us that
// shows it another time.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

namespace launchproof::shim {

inline timespec kernel_clock(clockid_t clock) noexcept {
  timespec now{};
  ::syscall(SYS_clock_gettime, clock, &now);
  return now;
}

}  // namespace launchproof::shim
