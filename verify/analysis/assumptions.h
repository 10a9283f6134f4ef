// Assumptions of a verification about the launch itself.
#pragma once

#include <string>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::analysis {

// Returns, as text, the assumption that pointers and images that were not given are arrays of their own.
// Returns an empty text if all are given, or if there is only one.
std::string separate_arguments(const model::KernelModel& kernel, const model::LaunchFacts& facts);

// Returns the assumption that --warp-sync makes; empty if nothing runs in lock step.
std::string lock_step(unsigned warp_sync);

// Each returns whether the annotation excludes loads from the search for races, and what is assumed because
// of it.
bool is_exemption(const model::KernelModel& kernel, std::uint32_t annotation);
std::string exemption(const std::string& annotation);

}  // namespace launchproof::analysis
