// Local sizes that a runtime may have chosen for a launch that leaves them to it.
#pragma once

#include <vector>

#include "verify/model/launch_facts.h"
#include "verify/worker/pool/pool.h"

namespace launchproof::worker {

// Returns all that divide the global size where the facts leave the local size open. Empty where there are
// too many to judge one by one.
std::vector<model::LaunchSizes> possible_local_sizes(const model::LaunchFacts& facts);

// The result for the launch with one of these sizes.
struct JudgedSize {
  model::LaunchSizes sizes;
  Outcome outcome;
};

// Returns what holds of the launch, whichever of the sizes was chosen. A property is verified where it is for
// all of them, or where `of_all`, the result for every size at once, has it verified. A defect that only some
// sizes have is a possible one, and names the size. Findings are those of one size; they are replayed
// (Outcome::sizes) only where a defect with one size is one with all. `judged` must not be empty.
Outcome join_sizes(const verdict::ClassResult& of_all, const std::vector<JudgedSize>& judged,
                   std::uint32_t work_dim);

}  // namespace launchproof::worker
