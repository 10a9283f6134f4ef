// Clocks read from the kernel itself. clock_gettime() may belong to the application or to another loaded
// library, which may show it another time.
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
