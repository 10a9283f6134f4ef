// Derives bounds of arguments from preconditions.
#pragma once

#include <vector>

#include "verify/access/checks/session.h"

namespace launchproof::access {

// Returns bounds of arguments whose values are not given. The bounds hold in every launch that satisfies the
// preconditions at the start of the kernel. A comparison of an argument with a constant is a bound already
// and is not repeated; a few small questions for each argument find what divisions or several comparisons
// imply. Returns nothing for families of launches and for open sizes, since the bounds hold only for the
// facts of one launch. Requires that the preconditions do not contradict each other.
std::vector<smt::Term> implied_bounds(Session& session);

}  // namespace launchproof::access
