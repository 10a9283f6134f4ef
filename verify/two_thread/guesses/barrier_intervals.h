// Finds reads of memory that nothing changes between the barriers around them (CAV 2014, section 3.2: barrier
// intervals).
//
// Two work-items of a group reach the same barriers in the same order (barrier divergence, on which races
// rest). If no barrier orders two accesses, the last barrier before them is therefore the same for both, or
// both come before the first barrier. A read and a write do not race within a group if control cannot reach
// both of them from the same barrier, or from the kernel's start, without passing another barrier. Between
// groups no barrier orders anything.
#pragma once

#include <vector>

#include "verify/two_thread/terms/setting.h"

namespace launchproof::two_thread {

// Returns, by site, whether it is a read that does not race with any write or atomic of work-items of its
// group. Returns no reads of memory to which copies write, since no barrier ends a copy, and no reads at all
// if assumptions exclude work-items, since no barrier waits for these.
std::vector<bool> reads_apart_from_writes(const Setting& setting);

}  // namespace launchproof::two_thread
