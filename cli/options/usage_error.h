// Errors in a command line or in input.
#pragma once

#include "verify/jobs/usage_error.h"

namespace launchproof::cli {

using jobs::UsageError;

}  // namespace launchproof::cli
