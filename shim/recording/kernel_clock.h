// Clocks read directly from the kernel. clock_gettime() may belong to the application or to another loaded
// library, which may return a different time.
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
