// Launch classes of one kernel that ended alike, for reports that show them as one.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns parts of the results, as numbers of results, ascending. Each result is in one part, and the parts
// are in the order of their first. One part holds results that are not verified, of one program and kernel,
// when all properties have equal verdicts for equal causes, and the findings are of equal kinds at equal
// places, depend on equal causes and are confirmed alike. A finding of one of them holds for the others with
// other numbers; each has its own witness.
std::vector<std::vector<std::size_t>> folded(const Results& results);

}  // namespace launchproof::verdict
