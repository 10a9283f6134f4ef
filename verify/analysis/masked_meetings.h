// Finds warp functions whose mask may name threads that do not come to the function.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/analysis/uniformity.h"

namespace launchproof::analysis {

// Returns the numbers of the fences that are warp functions and that were not shown to be reached by all
// threads of the mask. They include those with a constant mask, for which the launch decides.
std::vector<std::uint32_t> unshown_meetings(const model::KernelModel& kernel, const Uniformity& uniformity);

}  // namespace launchproof::analysis
