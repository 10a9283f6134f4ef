// Finds loop-carried values that need so many opaque functions in each iteration that no closed form is
// searched for, such as sums of float products in unrolled loops.
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// Returns, by value, whether it is carried around a loop and more than `most` operations of the kind
// model::Op::Function lie between it and the values at the start of the iteration. Each operation counts
// once, and eight times for each inner loop around it. Operations on values that the loop does not change
// count as well.
std::vector<bool> opaque_recurrences(const FlowGraph& graph, unsigned most = 32);

}  // namespace launchproof::analysis
