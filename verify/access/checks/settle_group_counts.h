// Finds the atomics by which a launch counts its groups (GroupCount), and shows that they do.
//
// One work-item of each group makes the atomic, and no other one of the group does; all atomics are to one
// place; and what else writes there comes from the group that was counted last alone. That is an induction
// over an execution: until the first such write, each group has found another number below that of the
// groups, and the group that writes has found the last one, so that all groups have been counted.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "verify/access/evaluator/evaluator.h"
#include "verify/access/questions/lessons.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::access {

struct SettledGroupCounts {
  std::uint64_t questions = 0;  // put to the solver
  std::uint64_t settled = 0;    // decided without it
  std::set<std::string> used_contents;
};

// Sets `context.group_counts` and `context.follows_flags`. To be called before anything else is evaluated in
// the context, but for settle_counters(). Throws OutOfTime; there are no counts and flags then.
//
// Counts and flags order accesses that are then no race, although one of them may write what the other one
// reads. Only a context in which all but local memory holds arbitrary values (OneLaunch) may keep them.
SettledGroupCounts settle_group_counts(Context& context, smt::Solver& solver,
                                       const symbolic::Options& options, Lessons& lessons);

}  // namespace launchproof::access
