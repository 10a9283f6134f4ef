// Verdicts on a program that the device is not known to run.
#pragma once

#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Takes back what the result says for certain: `verified` becomes `unknown` and `defect` becomes
// `possible-defect`, each with these causes. Changes nothing where there are none. `strict` as for
// conclude().
void doubt(ClassResult& result, const std::vector<Approximation>& causes, bool strict);

}  // namespace launchproof::verdict
