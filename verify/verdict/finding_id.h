// The ids of findings.
#pragma once

#include <string>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns an id that is stable within one kernel. It depends on the kind and place of the finding, but not on
// the model that was found.
std::string finding_id(const std::string& kernel, const Finding& finding);

}  // namespace launchproof::verdict
