// Runs the refutation engines of a pass: one after the other before Houdini, or each on a thread of its own,
// concurrently with it.
#pragma once

#include <memory>

#include "verify/two_thread/proof/refuters.h"

namespace launchproof::two_thread {

class Refutations {
 public:
  // Sets up the engines that the options of the setting name.
  explicit Refutations(const Refuting& what);
  ~Refutations();
  Refutations(const Refutations&) = delete;
  Refutations& operator=(const Refutations&) = delete;

  // Begins before Houdini. In sequence: ends with the last engine, which has a share of the time that is
  // left.
  void begin();
  // Begins all engines once, where Houdini takes long, in parallel.
  void begin_concurrent();
  // Ends after Houdini.
  void end();
  // Returns the reports in the order of the options; engine i is number i + 1 in the pool. Requires end().
  const std::vector<RefuterReport>& reports() const { return d_reports; }

 private:
  class Thread;

  Refuting d_what;
  std::vector<std::unique_ptr<Thread>> d_threads;
  std::vector<RefuterReport> d_reports;
};

}  // namespace launchproof::two_thread
