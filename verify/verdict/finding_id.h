// The ids of findings.
#pragma once

#include <string>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns an id that is stable within one kernel: it depends on what the finding is and where, and not on the
// model that was found.
std::string finding_id(const std::string& kernel, const Finding& finding);

}  // namespace launchproof::verdict
