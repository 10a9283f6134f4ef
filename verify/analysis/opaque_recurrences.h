// Values that a loop carries and computes by so many opaque functions an iteration that no closed form is
// looked for: sums of products of floats in unrolled loops, for instance.
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// Returns, by value, whether it is carried around a loop and more than `most` operations of the kind
// model::Op::Function lie between it and the values with which the iteration began. Each operation counts
// once, and eight times for each inner loop that it is in. Those of values that the loop does not change
// count as well.
std::vector<bool> opaque_recurrences(const FlowGraph& graph, unsigned most = 32);

}  // namespace launchproof::analysis
