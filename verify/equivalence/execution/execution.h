// Executes a launch of known sizes over a graph: ids, control and addresses that the launch decides are
// known, contents of buffers are nodes.
//
// The work-items of a group run one after the other from barrier to barrier, and the groups one after the
// other. That is one of the orders that the launch allows, and all of them have one result where the launch
// is free of data races and barrier divergence, which the caller must know. A branch on something that is not
// known is followed on both sides, with a guard, up to where they meet.
#pragma once

#include <string>

#include "verify/equivalence/execution/budget.h"
#include "verify/equivalence/execution/launch.h"
#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

// Returns what it took for granted. Changes the memories; makes those that the launch names and that are not
// there yet. Throws Stop, also where the model holds what is not supported, and Misaligned.
Granted execute(const Launch& launch, const std::string& side, Graph& graph, Memories& memories,
                const Granules& granules, Budget& budget);

}  // namespace launchproof::equivalence
