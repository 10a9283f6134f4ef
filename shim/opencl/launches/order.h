// Records the part of the order of commands that determines which launches may run at the same time.
#pragma once

#include <span>
#include <vector>

#include "shim/opencl/entry/api.h"
#include "shim/recording/recorder.h"

namespace launchproof::shim {

// A command that is being passed to the driver, or a wait of the host. Created before the call and ended
// after it.
class Ordering {
 public:
  // Begins an ordering. The driver stores the event in `event`, which may be null. `flags` are those of
  // capture/order.h. Without a queue, the host waits.
  Ordering(cl_command_queue queue, cl_uint wait_count, const cl_event* wait, const cl_event* event,
           unsigned flags = 0) noexcept
      : d_queue(queue),
        d_wait(wait),
        d_event(event),
        d_wait_count(wait == nullptr ? 0 : wait_count),
        d_flags(flags) {
    if (recording_is_on()) d_begin = writer().order_now();
  }

  // Sets the queue's record; the id is 0 if the queue is unknown.
  void know_queue(capture::QueueId id, bool out_of_order) {
    d_known = id;
    d_out_of_order = out_of_order;
  }

  // Ends a call with this result, and returns the result.
  cl_int end(cl_int code) noexcept;
  // Ends a call that the driver has accepted and that does not return an error code.
  void end_taken() noexcept;
  // Ends a call that has accepted these launches, given by their counters.
  void end_launches(std::span<const std::uint64_t> launches) noexcept;

 private:
  cl_command_queue d_queue;
  const cl_event* d_wait;
  const cl_event* d_event;
  cl_uint d_wait_count;
  unsigned d_flags;
  std::uint32_t d_begin = 0;
  bool d_out_of_order = false;
  capture::QueueId d_known = 0;
};

// Records that the application created a user event, or has set its status. `begin` is the moment at which
// that call began.
void note_user_event(cl_event event) noexcept;
void note_signal(cl_event event, std::uint32_t begin, cl_int status) noexcept;

// Returns the flags of a blocking or non-blocking command.
inline unsigned blocking_flags(cl_bool blocking) {
  return blocking != CL_FALSE ? capture::kHostWaits : 0U;
}

}  // namespace launchproof::shim
