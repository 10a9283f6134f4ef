// Runs the refutation engines of a pass, either one after the other before Houdini, or each on its own
// thread, concurrently with Houdini.
#pragma once

#include <memory>

#include "verify/two_thread/proof/refuters.h"

namespace launchproof::two_thread {

class Refutations {
 public:
  // Sets up the engines named in the setting's options.
  explicit Refutations(const Refuting& what);
  ~Refutations();
  Refutations(const Refutations&) = delete;
  Refutations& operator=(const Refutations&) = delete;

  // Must be called before Houdini. In sequential mode, returns when the last engine has ended, and each
  // engine has a share of the remaining time.
  void begin();
  // In parallel mode, starts all engines once. Called if Houdini takes long.
  void begin_concurrent();
  // Ends after Houdini.
  void end();
  // Returns the reports in the order of the options. Engine i has the number i + 1 in the pool. Requires
  // end().
  const std::vector<RefuterReport>& reports() const { return d_reports; }

 private:
  class Thread;

  Refuting d_what;
  std::vector<std::unique_ptr<Thread>> d_threads;
  std::vector<RefuterReport> d_reports;
};

}  // namespace launchproof::two_thread
