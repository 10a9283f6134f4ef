// Ends work that makes the process exceed a memory limit.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

#include "verify/smt/limits/cancellation.h"

namespace launchproof::smt {

// While this object exists, checks several times a second whether the process's resident memory exceeds the
// limit, and cancels the work if it does.
class MemoryWatch {
 public:
  // Throws std::system_error if no thread can be started. `work` must outlive this object.
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
