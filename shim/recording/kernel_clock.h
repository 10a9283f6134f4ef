// Clocks as the kernel has them: clock_gettime() may be the application's own, or that of a library loaded as
// well that shows it another time.
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
