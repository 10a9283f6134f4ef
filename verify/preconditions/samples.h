// Launches near the one at hand, which show what its proof does and does not need before anything is proved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "verify/model/launch_facts.h"

namespace launchproof::preconditions {

// Values of the free facts, in their order.
using Values = std::vector<std::uint64_t>;

// Returns at most `most` of them, none twice and none the launch's own: first each fact alone changed, then
// several together, doubled or halved. The same for the same launch.
std::vector<Values> samples(const model::LaunchFacts& launch, const std::vector<model::FreeFact>& free,
                            std::size_t most);

// Returns the launch with these values and nothing left open.
model::LaunchFacts with_values(model::LaunchFacts launch, const std::vector<model::FreeFact>& free,
                               const Values& values);

}  // namespace launchproof::preconditions
