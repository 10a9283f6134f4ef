// Finds the atomics by which a launch counts its groups (GroupCount), and proves that they do.
//
// The proof shows three facts: exactly one work-item of each group makes the atomic; all of these atomics
// access one place; and only the group that was counted last writes there otherwise. This is an induction
// over an execution: until the first such write, each group has found a different number below the number of
// groups. The group that writes has found the highest number, so all groups have been counted.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "verify/access/evaluator/evaluator.h"
#include "verify/access/questions/lessons.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::access {

struct SettledGroupCounts {
  std::uint64_t questions = 0;  // questions put to the solver
  std::uint64_t settled = 0;    // decided without it
  std::set<std::string> used_contents;
};

// Sets `context.group_counts` and `context.follows_flags`. Must be called before anything else is evaluated
// in the context, except settle_counters(). Throws OutOfTime; there are no counts and flags then.
//
// Accesses that counts and flags order are no race, although one may write what the other one reads.
// Therefore only a context in which all memory except local memory holds arbitrary values (OneLaunch) may
// keep them.
SettledGroupCounts settle_group_counts(Context& context, smt::Solver& solver,
                                       const symbolic::Options& options, Lessons& lessons);

}  // namespace launchproof::access
