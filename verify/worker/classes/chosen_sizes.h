// Local sizes that a runtime may have chosen for a launch that leaves the choice to it.
#pragma once

#include <vector>

#include "verify/model/launch_facts.h"
#include "verify/worker/outcomes/outcome.h"

namespace launchproof::worker {

// Returns all local sizes that divide the global size if the facts leave the local size open; empty if there
// are too many to judge them individually.
std::vector<model::LaunchSizes> possible_local_sizes(const model::LaunchFacts& facts);

// The result for the launch with one of these sizes.
struct JudgedSize {
  model::LaunchSizes sizes;
  Outcome outcome;
};

// Returns the result that holds for the launch whichever size was chosen. A property is verified if it is
// verified for all sizes, or in `of_all`, the result for all sizes at once. A defect that only occurs with
// some sizes is a possible defect and names the size. Findings belong to one size; they are replayed
// (Outcome::sizes) only if a defect with one size implies a defect with all. `judged` must not be empty.
Outcome join_sizes(const verdict::ClassResult& of_all, const std::vector<JudgedSize>& judged,
                   std::uint32_t work_dim);

}  // namespace launchproof::worker
