// Judges barrier invariants, and the other claims in kernels with barrier invariants, in a pass that tracks
// the contents of shared memory.
//
// This is the second of two stages. The first stage shows that there are no data races and no barrier
// divergence, whatever memory holds. Nothing is shown here unless it succeeds (Chong and others, OOPSLA 2013,
// section 5).
#pragma once

#include <functional>

#include "verify/two_thread/proof/prover.h"
#include "verify/two_thread/terms/outcome.h"

namespace launchproof::two_thread {

struct MemoryPass {
  const Setting& setting;
  Prover& prover;
  Outcome& outcome;
  verdict::ClassResult& result;
  std::function<bool(model::LocationId)> is_asked;
  bool excludes_races = false;  // that was shown
};

inline constexpr const char* kRestsOnNoRace =
    "it requires the absence of data races and divergent barriers, which was not shown";

inline constexpr const char* kBrokenScan = "broken scan";

// Returns whether the finding is about an annotation that no other engine judges.
bool is_of_followed_memory(const verdict::Finding& finding);

// Judges all annotations that depend on the contents of shared memory. Throws nothing; annotations that it
// does not reach are unknown.
void judge_with_memory(MemoryPass& pass);

}  // namespace launchproof::two_thread
