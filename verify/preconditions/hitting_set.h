// Finds the cheapest set that intersects each of several sets.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace launchproof::preconditions {

// Returns numbers of elements, in ascending order, that include at least one element of each of `sets` and
// have the smallest sum of `costs` found by a bounded search (branch and bound over the smallest set not yet
// hit). None of them can be left out. Returns nothing if one of the sets is empty.
std::optional<std::vector<std::size_t>> hitting_set(const std::vector<std::vector<std::size_t>>& sets,
                                                    const std::vector<unsigned>& costs);

}  // namespace launchproof::preconditions
