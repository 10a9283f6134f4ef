// Finds reads that need not be examined because another read of the same place comes before each of them,
// with no barrier between.
//
// Suppose that a work-item reads at `again` what it read at `before`: each path to `again` goes through
// `before` in the same iterations of the same loops, at the same place, and over nothing that orders
// accesses. If no barrier orders an access of another work-item with the read at `again`, then no barrier
// orders it with the read at `before` either. Since only barriers order accesses, the read at `before` races
// whenever the read at `again` does. A pair of work-items without a race at `before` therefore has none at
// `again`. That does not hold with --warp-sync, where work-items of a warp are ordered without barriers as
// well.
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"

namespace launchproof::two_thread {

// Returns, by site, whether it is a redundant read.
std::vector<bool> redundant_reads(const analysis::FlowGraph& graph);

}  // namespace launchproof::two_thread
