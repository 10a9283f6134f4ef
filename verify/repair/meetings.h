// Where the two accesses of a race meet in the source.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/repair/candidate.h"
#include "verify/repair/source_tree.h"

namespace launchproof::repair {

// The two accesses, or calls that lead to them, in one function, as chains of statements from each of them
// outward.
struct Meeting {
  std::vector<std::size_t> first, second;
};

// Returns the meetings of the two sides of a finding, one for each pair of places in one function.
std::vector<Meeting> meetings_of(const SourceTree& tree, const std::vector<Places>& sides);

// The innermost statement that contains both accesses, and its relation to them.
struct Common {
  std::size_t statement = kNoStatement;
  std::size_t first = kNoStatement, second = kNoStatement;  // its children that contain each of them;
                                                            // kNoStatement: the statement itself
};

Common common_of(const Meeting& meeting);

}  // namespace launchproof::repair
