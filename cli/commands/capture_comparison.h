// `diff --equivalence`: two captures, and whether the launches of one compute what those of the other do.
#pragma once

#include "cli/options/options.h"

namespace launchproof::cli {

// Pairs the classes of both captures, verifies both sides of each pair, compares them, and reports. Returns
// the exit status. Throws UsageError.
int compare_captures(const Arguments& arguments);

}  // namespace launchproof::cli
