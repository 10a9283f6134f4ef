// A request from outside (SIGINT, SIGTERM, SIGHUP) to stop verifying and report what is known.
#pragma once

namespace launchproof::cli {

// While one lives, the first such signal is noted. The second one ends the program by that signal, at once
// where results_kept() was called, else as soon as it is: what was proved is kept. The third one ends the
// program in any case. The same signal once more within 0.2 s does not count, as `timeout` sends it to the
// process and its group. A signal that was ignored when the program started stays ignored. Several may live
// at once; the outermost one counts.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
};

// Returns the number of the signal that was noted; 0 when there was none.
int interrupting_signal();

// Declares that what was proved is in a file, or was printed if no file was asked for. Ends the program by
// the signal if a second one arrived before.
void results_kept();

}  // namespace launchproof::cli
