// How far a replay must execute before it can come to what a witness says.
#pragma once

#include <cstdint>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Returns steps (ReplayLimits::all_steps) that every replay takes at least before the finding's witness comes
// to its iterations of the loops: each iteration is one, and of a loop with a barrier, which all work-items
// pass together under OpenCL's rule, one of each work-item. Returns 0 without a witness, and no more than
// UINT64_MAX.
std::uint64_t least_steps(const verdict::Finding& finding, const model::KernelModel& kernel,
                          const model::LaunchFacts& facts, model::BarrierRule rule);

}  // namespace launchproof::worker
