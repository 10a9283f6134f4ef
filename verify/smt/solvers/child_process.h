// A child process connected to this process through its standard input and output.
#pragma once

#include <sys/types.h>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "verify/effort/clock.h"

namespace launchproof::smt {

// The child inherits no other descriptors, and its standard error goes to /dev/null. It dies with the thread
// that started it. The destructor kills it and waits for it.
class ChildProcess {
 public:
  using Clock = effort::Clock;
  enum class Outcome { Ok, Timeout, Closed, TooLong, Cancelled };

  // Starts `program`, which is a path. Throws std::runtime_error if no process can be created. A failing exec
  // shows as the child's death (status 127).
  ChildProcess(const std::string& program, const std::vector<std::string>& arguments, std::size_t memory_mib);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends `input`, then reads until the end of a line that contains `marker`. `output` is the text before
  // that line. Output that arrives while input is still being sent is kept, so that neither side waits for
  // the other. Ends with Cancelled if the descriptor `cancel` becomes readable (-1: none).
  Outcome exchange(const std::string& input, const std::string& marker, Clock::time_point deadline,
                   std::string& output, int cancel = -1);

  // Limits the child's address space to this many bytes.
  void limit_memory(std::size_t memory_mib) const;

  // After Outcome::Closed, returns "solver died: signal 9", "solver died: exit status 1" or "solver closed
  // its output".
  std::string describe_end();

 private:
  bool take(std::string& output, const std::string& marker);
  int wait_for_end(std::chrono::milliseconds patience);  // wait status, or -1 if it is still running
  void kill_group() const;

  pid_t d_pid = -1;
  std::optional<effort::Child> d_effort;  // counts the child's processor time as that of this process
  bool d_ended = false;
  int d_status = 0;
  int d_input = -1;  // a socket, so that a closed reader gives an error instead of a signal
  int d_output = -1;
  std::string d_pending;
  std::size_t d_searched = 0;  // no marker begins before this offset in d_pending
};

// Returns the path of `name`, which is looked up in PATH unless it has a slash; empty if there is no such
// program.
std::string find_program(const std::string& name);

}  // namespace launchproof::smt
