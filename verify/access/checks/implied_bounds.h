// Bounds of arguments that follow from preconditions.
#pragma once

#include <vector>

#include "verify/access/checks/session.h"

namespace launchproof::access {

// Returns bounds of arguments that are not given: facts of every launch that keeps the preconditions with
// which the kernel begins. A comparison of an argument with a constant bounds it already, and is not
// repeated; what divisions or several comparisons imply is found by a few small questions an argument.
// Returns nothing for families of launches and for sizes that are left open, since the bounds hold of one
// launch's facts alone. Requires that the preconditions do not contradict each other.
std::vector<smt::Term> implied_bounds(Session& session);

}  // namespace launchproof::access
