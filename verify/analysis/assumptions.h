// Assumptions of a verification about the launch itself.
#pragma once

#include <string>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::analysis {

// Returns the assumption, in words, that pointers and images that were not given are arrays of their own.
// Empty if all are given, or if there is only one.
std::string separate_arguments(const model::KernelModel& kernel, const model::LaunchFacts& facts);

// Returns the assumption of --warp-sync. It is empty when nothing runs in lock step.
std::string lock_step(unsigned warp_sync);

// Return whether the annotation takes loads out of the search for races, and what is assumed because of
// it.
bool is_exemption(const model::KernelModel& kernel, std::uint32_t annotation);
std::string exemption(const std::string& annotation);

}  // namespace launchproof::analysis
