// Derives preconditions of verified classes for jobs that request them.
#pragma once

#include <string>

#include "verify/verdict/results.h"

namespace launchproof::worker {

// Records that the search did not finish, with the reason.
void no_precondition(verdict::ClassResult& result, const std::string& reason);

}  // namespace launchproof::worker
