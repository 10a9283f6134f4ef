// Postpones the cancellation of a thread.
#pragma once

#include <pthread.h>

namespace launchproof::shim {

// While an object lives, its thread is not cancelled.
class NoCancellation {
 public:
  NoCancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &d_before); }
  ~NoCancellation() { pthread_setcancelstate(d_before, nullptr); }
  NoCancellation(const NoCancellation&) = delete;
  NoCancellation& operator=(const NoCancellation&) = delete;

 private:
  int d_before = 0;
};

}  // namespace launchproof::shim
