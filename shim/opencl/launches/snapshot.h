// Copies the buffers of one launch as it finds them, and stores them in the capture.
//
// For each buffer, a command in the application's own queue copies it to a buffer of the shim. The command
// waits for what the launch waits for, and is enqueued just before the launch, so that both have the same
// place in the order of the queue and the events. In an out-of-order queue, the launch also waits for the
// copies. Once a copy is complete, its bytes are read through a queue of the shim, so that nothing waits for
// the application.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shim/opencl/launches/contents.h"
#include "shim/opencl/launches/writing.h"
#include "shim/recording/activity.h"

namespace launchproof::shim {

// An enqueue as the application wrote it.
struct Enqueue {
  cl_command_queue queue = nullptr;
  cl_uint wait_count = 0;
  const cl_event* wait = nullptr;
};

class Snapshot {
 public:
  // Enqueues the copies of these buffers (null: no buffer). `own` is the enqueue of the launch itself. Throws
  // only std::bad_alloc.
  Snapshot(const Enqueue& enqueue, const std::vector<std::shared_ptr<const Memory>>& buffers,
           const Writing& own);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  // Returns the events that the launch must wait for besides those of the application. They are valid until
  // the next call.
  std::vector<cl_event> must_precede() const;

  // Checks the progress of the copies. Returns true once everything that can be known is known.
  bool advance();
  // Returns whether some copy is complete and being read. That depends only on the shim's own queue, not on
  // commands of the application.
  bool is_reading() const;
  // Advances for at most this time, without waiting for anything that the application must do first.
  bool advance_for(std::int64_t nanoseconds);

  // Called after the launch was enqueued. Drops buffers that another thread may have changed in between,
  // since their copies are not what the launch found. Returns true if there were any.
  bool drop_disturbed();

  cl_context context() const { return d_context; }
  // Leaves everything that is still unknown unrecorded, for this reason.
  void give_up(const char* reason);

  // Adds the contents of each buffer argument, or why there are none, which may be "not yet". Requires no
  // section.
  void describe(capture::Launch& launch) const;

 private:
  struct Part;
  void copy(Part& part, const Enqueue& enqueue, const Writing& own);
  std::string begin_copy(Part& part, const Enqueue& enqueue, const Writing& own);
  bool open_queue(cl_command_queue queue, std::string& reason);
  void begin_reading(Part& part);
  void advance(Part& part);
  static void finish(Part& part, capture::Contents contents);

  std::vector<std::unique_ptr<Part>> d_parts;
  std::vector<Part*> d_of_argument;  // null: no buffer
  cl_context d_context = nullptr;
  cl_command_queue d_reader = nullptr;
  bool d_out_of_order = false;
  std::uint64_t d_memory = 0;  // limit of bytes on the device for copies in flight
};

}  // namespace launchproof::shim
