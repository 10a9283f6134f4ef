// One worker process, from the point of view of the process that started it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/worker/pool/wire.h"

namespace launchproof::worker {

// How a worker ended, and the last text that it wrote to its standard error.
struct Ending {
  std::string how;   // "signal 11 (Segmentation fault)", "exit status 3"
  std::string said;  // last lines, may be empty
  bool out_of_memory = false;
};

class WorkerProcess {
 public:
  struct Work {
    std::function<void(std::size_t task)> prepare;  // may be empty
    std::function<TaskOutcome(std::size_t task, const std::string& selector)> answer;
    std::function<TaskOutcome(std::size_t task, TaskOutcome interim)> refine;   // may be empty
    std::function<void(std::function<void(const TaskOutcome&)> send)> reports;  // may be empty
    MoreText more;
  };

  // Forks. The child serves requests until its socket is closed, and never returns. `close_in_child`: the
  // sockets of the other workers. Throws std::runtime_error if the process cannot be created.
  WorkerProcess(const Work& work, const std::vector<int>& close_in_child);
  ~WorkerProcess();  // kills the process and everything it started
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  int socket() const { return d_socket; }
  FrameReader& frames() { return d_frames; }
  bool send(const Request& request) const { return write_frame(d_socket, to_text(request)); }

  // Kills the process group with SIGKILL, including a solver that the worker started, and waits for the
  // worker.
  Ending end();

  // Returns the resident set of the worker and its children; 0 if it cannot be read.
  std::size_t resident_mib() const;

 private:
  pid_t d_pid = -1;
  int d_socket = -1;
  int d_errors = -1;  // a memory file that serves as the worker's standard error
  FrameReader d_frames;
};

}  // namespace launchproof::worker
