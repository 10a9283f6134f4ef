// Detects impossible launches.
#pragma once

#include <string>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::analysis {

// Returns why no device accepts such a launch of the kernel, or an empty text.
std::string contradiction(const model::KernelModel& kernel, const model::LaunchFacts& facts);

}  // namespace launchproof::analysis
