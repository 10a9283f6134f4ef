// Remedies for each cause, from remedies.def.
#pragma once

#include <string_view>

#include "verify/verdict/registry.h"

namespace launchproof::verdict {

// Returns one or two sentences.
std::string_view remedy(Cause cause);

}  // namespace launchproof::verdict
