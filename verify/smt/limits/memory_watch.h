// Ends work that makes the process use more memory than it may.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

#include "verify/smt/limits/cancellation.h"

namespace launchproof::smt {

// While it lives, checks several times a second, and cancels the work once more than this much memory of the
// process is resident.
class MemoryWatch {
 public:
  // Throws std::system_error if no thread can be started. `work` must outlive it.
  MemoryWatch(std::size_t most_mib, Cancellation& work);
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

 private:
  void watch();

  std::size_t d_most_mib;
  Cancellation& d_work;
  std::mutex d_mutex;
  std::condition_variable d_changed;
  bool d_stop = false;  // guarded by d_mutex
  std::thread d_thread;
};

}  // namespace launchproof::smt
