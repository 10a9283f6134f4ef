// Renders the launch that `check` is given as a text that is the same for equal launches.
#pragma once

#include <string>

#include "verify/jobs/given/given_launch.h"

namespace launchproof::jobs {

std::string launch_key(const GivenLaunch& launch);

}  // namespace launchproof::jobs
