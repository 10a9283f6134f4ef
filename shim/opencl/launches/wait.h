// Observes the driver's commands without ever waiting for the application.
#pragma once

#include <cstdint>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// The state of a command.
enum class Progress : std::uint8_t { Running, Complete, Failed };
Progress progress_of(cl_event event);

// Returns whether the application still has to complete some user event.
bool user_event_is_open();

// Flushes the queue of an event, since commands in a queue that was not flushed may never start.
void flush_queue_of(cl_event event);

// A limited time for polling a state.
class Patience {
 public:
  explicit Patience(std::int64_t nanoseconds);
  // Sleeps briefly. Returns false once the time is over.
  bool pause();

 private:
  std::int64_t d_end;
  std::int64_t d_step;
};

inline constexpr std::int64_t kMilliseconds = 1'000'000;  // in nanoseconds

// How long calls that wait or release in any case also wait for complete copies that are being read.
inline constexpr std::int64_t kForReading = 20 * kMilliseconds;

// Return how long to wait for a copy before its launch continues, and how long the end of the process waits
// for copies that are being read: 20 ms and 1 s, or LAUNCHPROOF_CONTENTS_PATIENCE.
std::int64_t patience_before_launch();
std::int64_t patience_at_end();

}  // namespace launchproof::shim
