// Renders the launch given to `check` as text. Equal launches have equal texts.
#pragma once

#include <string>

#include "verify/jobs/given/given_launch.h"

namespace launchproof::jobs {

std::string launch_key(const GivenLaunch& launch);

}  // namespace launchproof::jobs
