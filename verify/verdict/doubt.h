// Handles verdicts on programs that the device may not run in that form.
#pragma once

#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Weakens certain statements in the result: `verified` becomes `unknown` and `defect` becomes
// `possible-defect`, each with these causes. Changes nothing if there are no causes. `strict` is as for
// conclude().
void doubt(ClassResult& result, const std::vector<Approximation>& causes, bool strict);

}  // namespace launchproof::verdict
