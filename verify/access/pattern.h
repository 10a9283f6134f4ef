// The elements that the first work-items of a launch touch, to show readers why accesses do not meet.
#pragma once

#include <optional>

#include "verify/symbolic/terms/options.h"
#include "verify/verdict/results.h"

namespace launchproof::access {

// Returns the accesses of the first group's first work-items at the first places of the kernel that touch
// memory which work-items share. The accesses listed do happen: a place where something depends on more than
// ids and launch facts is left out and counted. Returns nothing where sizes are left open or no place can be
// listed. Asks no solver.
std::optional<verdict::AccessPattern> access_pattern(const model::KernelModel& kernel,
                                                     const model::LaunchFacts& facts, smt::TermStore& store,
                                                     const symbolic::Options& options);

}  // namespace launchproof::access
