// What a counterexample takes for granted of values that the launch does not fix.
#pragma once

#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns the values that the finding needs, each once, with the place at which the kernel gets it where that
// is known: "the old value that an atomic found in `lock` = 0 (k.cl:9:7)".
std::vector<std::string> needs_of(const verdict::Finding& finding);

// Returns the approximations of the finding that are no such values.
std::vector<verdict::Approximation> other_approximations(const verdict::Finding& finding);

}  // namespace launchproof::reports
