// Runs the refutation engines of a pass: one after the other before Houdini, or each on a thread of its own
// beside it.
#pragma once

#include <memory>

#include "verify/invariants/refuters.h"

namespace launchproof::invariants {

class Refutations {
 public:
  // As the options of the setting say.
  explicit Refutations(const Refuting& what);
  ~Refutations();
  Refutations(const Refutations&) = delete;
  Refutations& operator=(const Refutations&) = delete;

  // Before Houdini. In sequence: ends with the last of them, which has a share of the time that is left.
  void begin();
  // Where Houdini takes long. In parallel: begins them all, once.
  void begin_concurrent();
  // After Houdini.
  void end();
  // In the order of the options; engine i is number i + 1 in the pool. After the end.
  const std::vector<RefuterReport>& reports() const { return d_reports; }

 private:
  class Thread;

  Refuting d_what;
  std::vector<std::unique_ptr<Thread>> d_threads;
  std::vector<RefuterReport> d_reports;
};

}  // namespace launchproof::invariants
