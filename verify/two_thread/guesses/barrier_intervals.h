// Reads of memory that nothing changes between the barriers around them (CAV 2014, section 3.2: barrier
// intervals).
//
// Two work-items of a group reach the same barriers in the same order (barrier divergence, on which races
// rest). So of two accesses that no barrier orders the last barrier before is one for both, or both come
// before the first. A read and a write that no barrier, and not the kernel's start, leads to both of, race in
// no group. Between groups no barrier orders anything.
#pragma once

#include <vector>

#include "verify/two_thread/terms/setting.h"

namespace launchproof::two_thread {

// Returns, by site, whether it is a read that no write or atomic of its group's work-items races with. None
// is where copies write to the memory, which no barrier ends, and none where assumptions leave out
// work-items, which no barrier waits for.
std::vector<bool> reads_apart_from_writes(const Setting& setting);

}  // namespace launchproof::two_thread
