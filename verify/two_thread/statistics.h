// Statistics of a pass's candidates, for measuring rules and engines.
#pragma once

#include "verify/two_thread/proof/refuters.h"

namespace launchproof::two_thread {

struct PassStatistics {
  const model::KernelModel& kernel;
  Pairing pairing;
  const Problem& problem;
  const Pool& pool;
  const std::vector<RefuterReport>& refuters;
  const Inferred& inferred;
  // How Houdini and all engines that refute for it ended: "done" or "time". "not needed": everything held
  // without invariants, or no invariant was guessed.
  std::string ended = "not needed";
  double seconds = 0;
};

// Appends a line of JSON to the file, if one is given. Ignores a file that cannot be written.
void dump(const std::string& file, const PassStatistics& of);

}  // namespace launchproof::two_thread
