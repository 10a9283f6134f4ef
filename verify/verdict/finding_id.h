// The ids of findings.
#pragma once

#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns an id that is stable within one kernel. It depends on the kind and place of the finding, but not on
// the model that was found.
std::string finding_id(const std::string& kernel, const Finding& finding);

// Gives findings with the id of an earlier one an id that also depends on their arrays, accesses, interval
// and launch. Findings with an id of their own keep it.
void make_ids_unique(std::vector<Finding>& findings);

}  // namespace launchproof::verdict
