// Preconditions in words.
#pragma once

#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::preconditions {

// Returns "n <= elements of `out`", "height = num_groups(y) * 16", "n is a power of two", "n = 12".
std::string in_words(const model::KernelModel& kernel, const model::Relation& relation);
// Returns "n", "size of `out`", "num_groups(x)", "local_size(x)".
std::string in_words(const model::KernelModel& kernel, const model::Quantity& quantity);
// Returns descriptions of the launch's values of facts that are not free.
std::vector<std::string> fixed_facts(const model::KernelModel& kernel, const model::LaunchFacts& launch,
                                     const std::vector<model::FreeFact>& free);

}  // namespace launchproof::preconditions
