// Finds out which other writes to a counter's memory object never touch the counter itself, as where the
// places that a counter returns lie in its own buffer.
//
// A pair of a call that counts and another write is apart when no two work-items can make them touch a common
// byte. All pairs are first taken to be apart, then asked, and those that are not are given up until all that
// are left can be shown together. That is an induction over an execution up to its first race. Take the first
// moment by which both accesses of a pair that is not apart have happened. All that decides where they lie
// was computed before, from calls that no such write had disturbed until then; so the question has a model.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "verify/access/evaluator/evaluator.h"
#include "verify/access/questions/lessons.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::access {

struct SettledCounters {
  std::uint64_t questions = 0;  // put to the solver
  std::uint64_t settled = 0;    // decided without it
  std::set<std::string> used_contents;
};

// Replaces `context.counters`. Must be called before anything else is evaluated in the context. Throws
// OutOfTime; the counters are then those that the graph alone shows.
SettledCounters settle_counters(Context& context, smt::Solver& solver, const symbolic::Options& options,
                                Lessons& lessons);

}  // namespace launchproof::access
