// Functions of the warp for the threads that a mask names: which of them all come to the call?
#pragma once

#include <cstdint>
#include <vector>

#include "verify/analysis/uniformity.h"

namespace launchproof::analysis {

// Returns the numbers of the fences that are such functions, and to which it was not shown that all threads
// of the mask come. Those with a constant mask are among them, as the launch decides.
std::vector<std::uint32_t> unshown_meetings(const model::KernelModel& kernel, const Uniformity& uniformity);

}  // namespace launchproof::analysis
