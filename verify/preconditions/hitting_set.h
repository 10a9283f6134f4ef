// The cheapest set that hits each of several sets.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace launchproof::preconditions {

// Returns numbers of elements, one at least from each of `sets`, of the least sum of `costs` that a bounded
// search finds (branch and bound over the smallest set that is not hit); none can be left out. Nothing where
// a set is empty. In rising order.
std::optional<std::vector<std::size_t>> hitting_set(const std::vector<std::vector<std::size_t>>& sets,
                                                    const std::vector<unsigned>& costs);

}  // namespace launchproof::preconditions
