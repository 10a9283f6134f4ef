// Local sizes that a runtime may have chosen for a launch that leaves the choice to it.
#pragma once

#include <vector>

#include "verify/model/launch_facts.h"
#include "verify/worker/outcomes/outcome.h"

namespace launchproof::worker {

// Returns all local sizes that divide the global size, if the facts leave the local size open. Empty if there
// are too many to judge one by one.
std::vector<model::LaunchSizes> possible_local_sizes(const model::LaunchFacts& facts);

// The result for the launch with one of these sizes.
struct JudgedSize {
  model::LaunchSizes sizes;
  Outcome outcome;
};

// Returns what holds for the launch whichever size was chosen. A property is verified if it is for all sizes,
// or in `of_all`, the result for every size at once. A defect that only some sizes have is a possible one,
// and names the size. Findings are those of one size, and are replayed (Outcome::sizes) only if a defect with
// one size is one with all. `judged` must not be empty.
Outcome join_sizes(const verdict::ClassResult& of_all, const std::vector<JudgedSize>& judged,
                   std::uint32_t work_dim);

}  // namespace launchproof::worker
