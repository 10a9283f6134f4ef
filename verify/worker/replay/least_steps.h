// Estimates how far a replay must execute before it can reach what a witness describes.
#pragma once

#include <cstdint>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Returns a lower bound of the steps (ReplayLimits::all_steps) that every replay takes before the finding's
// witness reaches its iterations of the loops. Each iteration is one step; in a loop with a barrier, which
// all work-items pass together under OpenCL's rule, it is one step for each work-item. Returns 0 without a
// witness, and at most UINT64_MAX.
std::uint64_t least_steps(const verdict::Finding& finding, const model::KernelModel& kernel,
                          const model::LaunchFacts& facts, model::BarrierRule rule);

}  // namespace launchproof::worker
