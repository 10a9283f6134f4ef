// A request from outside (SIGINT, SIGTERM, SIGHUP) to stop verifying and report what is known.
#pragma once

namespace launchproof::cli {

// While an object exists, the first such signal is recorded. The second one ends the program by that signal:
// at once if results_kept() was called, otherwise as soon as it is called, so that proved results are kept.
// The third one ends the program in any case. The same signal within 0.2 s is ignored, since `timeout` sends
// it to both the process and its group. A signal that was ignored when the program started stays ignored.
// Several objects may exist at once; the outermost one counts.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
};

// Returns the number of the recorded signal; 0 if there was none.
int interrupting_signal();

// Declares that the proved results are in a file, or were printed if no file was requested. Ends the program
// by the signal if a second one arrived before.
void results_kept();

}  // namespace launchproof::cli
