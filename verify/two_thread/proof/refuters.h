// Engines that refute candidates: each looks for states in which some do not hold. Houdini would find the
// same; they find it sooner, or many at once. No proof depends on them.
#pragma once

#include <string>
#include <vector>

#include "verify/two_thread/proof/prover.h"
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

// The candidates to refute, and the pool that they go to.
struct Refuting {
  const Setting& setting;
  Pairing pairing;
  Values& values;
  const Problem& problem;
  Prover& prover;
  Pool& pool;
  std::uint32_t number = 0;  // in the pool
};

// Returns why a candidate fell that does not hold at this arrival at a loop head, counted from 0. The first k
// arrivals are the base of a k-induction.
inline Fall why_at(const Refuting& what, std::uint32_t arrival) {
  return arrival < what.setting.options.induction_depth ? Fall::OnEntry : Fall::NotMaintained;
}

// Refute until they find no more. Throw OutOfTime.
void refute_bounded(const Refuting& what, std::uint32_t iterations);
void refute_by_execution(const Refuting& what);
// Refutes with little effort, and time of its own. Throws nothing when that is over.
void refute_by_few_executions(const Refuting& what);
void refute(const Refuter& refuter, const Refuting& what);

// How one of them ended.
struct RefuterReport {
  std::string name;
  double seconds = 0;
  std::string ended;  // "done", "time" (of its share, or Houdini was done), "failed: WHY"
};

}  // namespace launchproof::two_thread
