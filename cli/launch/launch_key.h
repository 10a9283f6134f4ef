// Renders the launch that `check` is given as a text that is the same for equal launches.
#pragma once

#include <string>

#include "cli/launch/given_launch.h"

namespace launchproof::cli {

std::string launch_key(const GivenLaunch& launch);

}  // namespace launchproof::cli
