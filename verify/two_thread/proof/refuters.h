// Engines that refute candidates. Each looks for states in which some candidates do not hold. Houdini would
// find the same, but these engines find it sooner, or for many candidates at once. No proof depends on them.
#pragma once

#include <string>
#include <vector>

#include "verify/two_thread/proof/prover.h"
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

// The candidates to refute, and the pool to which refuted ones are added.
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

// Each refutes candidates until it finds no more. They throw OutOfTime.
void refute_bounded(const Refuting& what, std::uint32_t iterations);
void refute_by_execution(const Refuting& what);
// Refutes candidates with little effort, within its own time limit. Does not throw when that is used up.
void refute_by_few_executions(const Refuting& what);
void refute(const Refuter& refuter, const Refuting& what);

// How one of the engines ended.
struct RefuterReport {
  std::string name;
  double seconds = 0;
  std::string ended;  // "done", "time" (its share was used up, or Houdini was done), "failed: WHY"
};

}  // namespace launchproof::two_thread
