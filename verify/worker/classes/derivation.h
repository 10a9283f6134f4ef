// Preconditions of verified classes, where jobs ask for them.
#pragma once

#include <string>

#include "verify/verdict/results.h"

namespace launchproof::worker {

// Notes that the search came to no end, with the reason in words.
void no_precondition(verdict::ClassResult& result, const std::string& reason);

}  // namespace launchproof::worker
