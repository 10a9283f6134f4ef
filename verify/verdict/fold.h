// Groups launch classes of one kernel with the same outcome, for reports that show them as one.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns a partition of the results: each part lists numbers of results, ascending, and the parts are
// ordered by their first number. Results that are not verified are in one part if they have the same program
// and kernel, equal verdicts for equal causes in all properties, and findings of equal kinds at equal places,
// with equal causes and confirmations. A finding of one result then holds for the others with other numbers;
// each result has its own witness.
std::vector<std::vector<std::size_t>> folded(const Results& results);

}  // namespace launchproof::verdict
