// Executes a launch of known sizes over a graph. Ids, control flow and addresses that the launch decides are
// known; contents of buffers are nodes.
//
// The work-items of a group run one after the other from barrier to barrier, and so do the groups. That is
// one of the orders that the launch allows. All orders have the same result if the launch is free of data
// races and barrier divergence, which the caller must ensure. At a branch on an unknown value, both paths are
// followed under a guard up to the block where they meet.
#pragma once

#include <string>

#include "verify/equivalence/execution/budget.h"
#include "verify/equivalence/execution/launch.h"
#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

// Returns the assumptions that it made. Changes the memories, and creates those that the launch names and
// that do not exist yet. Throws Stop, also if the model contains something unsupported, and Misaligned.
Granted execute(const Launch& launch, const std::string& side, Graph& graph, Memories& memories,
                const Granules& granules, Budget& budget);

}  // namespace launchproof::equivalence
