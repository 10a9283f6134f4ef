// Generates launches similar to the given one, which show before any proof what its proof does and does not
// need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "verify/model/launch_facts.h"

namespace launchproof::preconditions {

// The values of the free facts, in the order of the facts.
using Values = std::vector<std::uint64_t>;

// Returns at most `most` different samples other than the launch itself: first with single facts changed,
// then with several facts doubled or halved together. The samples depend only on the launch.
std::vector<Values> samples(const model::LaunchFacts& launch, const std::vector<model::FreeFact>& free,
                            std::size_t most);

// Returns the launch with these values and nothing left open.
model::LaunchFacts with_values(model::LaunchFacts launch, const std::vector<model::FreeFact>& free,
                               const Values& values);

}  // namespace launchproof::preconditions
