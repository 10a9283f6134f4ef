// Errors in the command line or in the input.
#pragma once

#include "verify/jobs/usage_error.h"

namespace launchproof::cli {

using jobs::UsageError;

}  // namespace launchproof::cli
