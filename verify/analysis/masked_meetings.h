// Finds warp functions for the threads of a mask that some of these threads may not come to.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/analysis/uniformity.h"

namespace launchproof::analysis {

// Returns the numbers of the fences that are such functions and that were not shown to be reached by all
// threads of the mask. Those with a constant mask are among them, since the launch decides there.
std::vector<std::uint32_t> unshown_meetings(const model::KernelModel& kernel, const Uniformity& uniformity);

}  // namespace launchproof::analysis
