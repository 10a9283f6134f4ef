// A request from outside (SIGINT, SIGTERM, SIGHUP) to stop verifying and report what is known.
#pragma once

namespace launchproof::cli {

// While one lives, the first such signal is noted and the second ends the program as if nobody handled it;
// the same signal once more within 0.2 s is no second one, as `timeout` sends it to the process and its
// group. A signal that was ignored when the program started stays ignored.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
};

// Number of the signal that was noted; 0 when there was none.
int interrupting_signal();

}  // namespace launchproof::cli
