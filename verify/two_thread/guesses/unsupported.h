// Constructs that the two-thread engine does not support.
#pragma once

#include <vector>

#include "verify/symbolic/terms/options.h"

namespace launchproof::two_thread {

// Returns each such construct with its place; empty if the kernel can be verified.
std::vector<model::UnsupportedItem> unsupported(const model::KernelModel& kernel,
                                                const model::LaunchFacts& facts,
                                                const symbolic::Options& limits);

}  // namespace launchproof::two_thread
