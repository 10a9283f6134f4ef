// Whether two kernels leave the same in memory for every size of the launch that is left open.
//
// A bijection between the work-items of the two sides under which they write the same values to the same
// addresses under the same conditions settles it: memory that nobody writes is then equal too, and nothing
// has to be said about it.
#pragma once

#include "verify/equivalence/equivalence.h"
#include "verify/equivalence/side.h"

namespace launchproof::equivalence {

// Returns whether the launches of the side leave sizes open.
bool has_open_sizes(const Side& side);

// Requires sides whose outputs have the same labels. A proof holds where both sides are free of data races,
// barrier divergence and accesses out of bounds for all of these sizes. There is no counterexample in the
// answer.
Answer decide_open(const Side& left, const Side& right, const Options& options);

}  // namespace launchproof::equivalence
