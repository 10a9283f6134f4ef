// Records the end of a process. Another process of the application writes the note into the counters of the
// process that ends. Only system calls are used, so that the functions may be called in signal handlers and
// in children of vfork(). The functions preserve errno and are no cancellation points.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <ctime>

#include "capture/types.h"

namespace launchproof::capture {

// The latest record of a process in a capture, if it was made at `since` or later. An older record belongs to
// another process, since process numbers are reused.
class EndNote {
 public:
  EndNote(const char* capture, pid_t process, const timespec& since) noexcept;
  ~EndNote();
  EndNote(const EndNote&) = delete;
  EndNote& operator=(const EndNote&) = delete;

  // Notes how the process ended, as reported to the process that waited for it. Does nothing if the process
  // has noted its end itself.
  void ended(Ending ending, std::uint64_t signal) const noexcept;

  // Notes that a process of the application is about to send it this signal. Returns true if that was not
  // noted before, so that the caller must take it back if the signal cannot be sent.
  bool is_sent(int signal) const noexcept;
  void was_not_sent(int signal) const noexcept;

 private:
  int d_descriptor = -1;
};

}  // namespace launchproof::capture
