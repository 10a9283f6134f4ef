// Decides whether two kernels leave the same values in memory for all values of the launch sizes that are
// left open.
//
// The proof finds a bijection between the work-items of the two sides under which corresponding work-items
// write the same values to the same addresses under the same conditions. Memory that neither side writes is
// then also equal, and needs no proof.
#pragma once

#include "verify/equivalence/equivalence.h"
#include "verify/equivalence/side.h"

namespace launchproof::equivalence {

// Returns whether launches of the side leave sizes open.
bool has_open_sizes(const Side& side);

// Compares the outputs of both sides for all open sizes. Requires sides whose outputs have the same labels. A
// proof holds if both sides are free of data races, barrier divergence and accesses out of bounds for all of
// these sizes. The answer has no counterexample.
Answer decide_open(const Side& left, const Side& right, const Options& options);

}  // namespace launchproof::equivalence
