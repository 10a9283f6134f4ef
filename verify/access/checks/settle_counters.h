// Finds out which other writes to a counter's memory object never touch the counter itself. An example is a
// write to a place that the counter returned, in a buffer of its own.
//
// A pair of a counting call and another write is apart when no two work-items can make them touch a common
// byte. All pairs are assumed apart at first. Each pair is then asked about, and the assumption is dropped
// for pairs that cannot be shown apart, until all remaining pairs are shown together. This is an induction
// over an execution up to its first race. Take the first moment by which both accesses of a pair that is not
// apart have happened. Everything that decides the two addresses was computed earlier, from calls that no
// such write had disturbed by then; therefore the question has a model.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "verify/access/evaluator/evaluator.h"
#include "verify/access/questions/lessons.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::access {

struct SettledCounters {
  std::uint64_t questions = 0;  // questions put to the solver
  std::uint64_t settled = 0;    // decided without it
  std::set<std::string> used_contents;
};

// Replaces `context.counters`. Must be called before anything else is evaluated in the context. Throws
// OutOfTime; the context then keeps the counters that the graph alone shows.
SettledCounters settle_counters(Context& context, smt::Solver& solver, const symbolic::Options& options,
                                Lessons& lessons);

}  // namespace launchproof::access
