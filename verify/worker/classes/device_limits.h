// Limits that every CUDA device has.
#pragma once

#include <string>
#include <vector>

#include "verify/model/launch_facts.h"

namespace launchproof::worker {

// Returns in what a CUDA launch goes beyond every device, as sentences. It is verified as if a device took
// it.
std::vector<std::string> beyond_devices(const model::LaunchFacts& facts);

}  // namespace launchproof::worker
