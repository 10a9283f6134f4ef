// The launch that `check` is given, as a text by which equal launches are known.
#pragma once

#include <string>

#include "cli/launch/given_launch.h"

namespace launchproof::cli {

std::string launch_key(const GivenLaunch& launch);

}  // namespace launchproof::cli
