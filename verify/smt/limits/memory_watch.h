// Ends work that takes more of the process's memory than it is to have.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

#include "verify/smt/limits/cancellation.h"

namespace launchproof::smt {

// As long as it lives: cancels once more than so much memory of this process is resident, at which it looks
// several times a second.
class MemoryWatch {
 public:
  // Throws std::system_error where there is no thread to be had. `work` outlives it.
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
