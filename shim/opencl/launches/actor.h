// Identifies the caller, which determines the commands known to be complete: a thread of the host, or a
// callback of an event.
#pragma once

#include <atomic>
#include <cstdint>

#include "capture/writing/writer.h"
#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Returns the calling thread's number; 0 once there were too many threads.
capture::Actor thread_actor() noexcept;

// Exists while a callback of the application runs on this thread.
class CallbackScope {
 public:
  // `complete` is the event that the callback learns to be complete; null: none.
  explicit CallbackScope(cl_event complete) noexcept;
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

 private:
  friend capture::Actor callback_actor();

  cl_event d_complete;
  CallbackScope* d_outer;  // a callback within a call that a callback makes
  std::uint32_t d_begin = 0;
  bool d_is_noted = false;
};

// Returns the number of the callback that runs on this thread, or 0 if none runs. The callback's first call
// that matters records the number. Requires a section.
capture::Actor callback_actor();

// Whether callbacks run at all, on any thread.
inline constinit std::atomic<int> g_callbacks_running{0};

inline bool callbacks_are_running() {
  return g_callbacks_running.load(std::memory_order_relaxed) != 0;
}

}  // namespace launchproof::shim
