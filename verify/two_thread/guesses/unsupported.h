// Constructs that the two-thread engine does not follow yet.
#pragma once

#include <vector>

#include "verify/symbolic/terms/options.h"

namespace launchproof::two_thread {

// Returns each with its place. Empty: the kernel can be verified.
std::vector<model::UnsupportedItem> unsupported(const model::KernelModel& kernel,
                                                const model::LaunchFacts& facts,
                                                const symbolic::Options& limits);

}  // namespace launchproof::two_thread
