// `diff --equivalence`: checks whether the launches of two captures compute the same results.
#pragma once

#include "cli/options/options.h"

namespace launchproof::cli {

// Pairs the classes of both captures, verifies both sides of each pair, compares them, and reports. Returns
// the exit status. Throws UsageError.
int compare_captures(const Arguments& arguments);

}  // namespace launchproof::cli
