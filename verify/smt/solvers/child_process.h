// A program whose standard input and output this process holds.
#pragma once

#include <sys/types.h>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "verify/effort/clock.h"

namespace launchproof::smt {

// The child gets no other descriptor of ours, its standard error goes to /dev/null, it dies with the thread
// that started it, and it is killed and waited for when this object goes.
class ChildProcess {
 public:
  using Clock = effort::Clock;
  enum class Outcome { Ok, Timeout, Closed, TooLong, Cancelled };

  // Starts `program`, which is a path. Throws std::runtime_error when no process can be made; a failing exec
  // is a death (status 127).
  ChildProcess(const std::string& program, const std::vector<std::string>& arguments, std::size_t memory_mib);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends `input`, then reads until a line ends that contains `marker`. `output` is what came before that
  // line. Output that comes while the input is still being taken is kept, so that neither side waits for the
  // other. Ends with Cancelled when the descriptor `cancel` becomes readable (-1: none).
  Outcome exchange(const std::string& input, const std::string& marker, Clock::time_point deadline,
                   std::string& output, int cancel = -1);

  // Limits the bytes of address space that the child may use.
  void limit_memory(std::size_t memory_mib) const;

  // Returns, after Outcome::Closed, "solver died: signal 9", "solver died: exit status 1" or "solver closed
  // its output".
  std::string describe_end();

 private:
  bool take(std::string& output, const std::string& marker);
  int wait_for_end(std::chrono::milliseconds patience);  // wait status, or -1 while it still runs
  void kill_group() const;

  pid_t d_pid = -1;
  std::optional<effort::Child> d_effort;  // its processor time counts as ours
  bool d_ended = false;
  int d_status = 0;
  int d_input = -1;  // a socket, so that a closed reader is an error and no signal
  int d_output = -1;
  std::string d_pending;
  std::size_t d_searched = 0;  // no marker begins before this offset of d_pending
};

// Returns the path of `name`, looked up in PATH unless it has a slash. Empty when there is no such program.
std::string find_program(const std::string& name);

}  // namespace launchproof::smt
