// Lists the elements that the first work-items of a launch touch, to show readers why accesses do not meet.
#pragma once

#include <optional>

#include "verify/symbolic/terms/options.h"
#include "verify/verdict/results.h"

namespace launchproof::access {

// Returns the accesses that the first work-items of the first group make at the first sites of the kernel in
// memory that work-items share. The listed accesses do happen: a site at which something depends on more than
// ids and launch facts is left out and counted. Returns nothing if sizes are left open or no site can be
// listed. Asks no solver.
std::optional<verdict::AccessPattern> access_pattern(const model::KernelModel& kernel,
                                                     const model::LaunchFacts& facts, smt::TermStore& store,
                                                     const symbolic::Options& options);

}  // namespace launchproof::access
