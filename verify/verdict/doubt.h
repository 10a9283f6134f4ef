// Verdicts on a program that the device is not known to run.
#pragma once

#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Weakens what the result states for certain: `verified` becomes `unknown` and `defect` becomes
// `possible-defect`, each with these causes. Changes nothing if there are none. `strict` is as for
// conclude().
void doubt(ClassResult& result, const std::vector<Approximation>& causes, bool strict);

}  // namespace launchproof::verdict
