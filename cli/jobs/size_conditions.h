// Finds the sizes for which two kernels whose sizes are left open are equal.
#pragma once

#include "cli/jobs/given_side.h"
#include "cli/options/options.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// If the sides were not proved to be equal for all sizes: looks for a condition on open sizes, and on
// integers that are not given, under which both sides are verified and proved equal. Adds it to the result as
// its precondition, and leaves the verdict as it is.
void find_condition(const GivenSide& left, const GivenSide& right, const Arguments& arguments,
                    verdict::ClassResult& result);

}  // namespace launchproof::cli
