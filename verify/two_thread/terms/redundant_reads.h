// Reads that need not be examined: another one of the same place comes before each, with no barrier between.
//
// Say a work-item reads at `again` what it read at `before`: each path to `again` goes through `before` in
// the same iterations of the same loops, at the same place, and over nothing that orders accesses. Any access
// of another work-item that no barrier orders against the read at `again` is then ordered against the one at
// `before` by none either, as only barriers order: where the one read races, the other one does. So a pair of
// work-items without a race at `before` has none at `again`. That does not hold with --warp-sync, where
// work-items of a warp are ordered without barriers as well.
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"

namespace launchproof::two_thread {

// Returns, by site, whether it is a redundant read.
std::vector<bool> redundant_reads(const analysis::FlowGraph& graph);

}  // namespace launchproof::two_thread
