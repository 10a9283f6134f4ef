// The accesses of a finding, identified by their place in the program. If several accesses have the same
// place, for example in a macro, what they touch identifies them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::replay {

struct FindingSide {
  std::vector<verdict::SourceLocation> places;  // innermost first; the remaining ones are call sites
  bool by_copy = false;
  const verdict::WorkItem* item = nullptr;  // work-item of the finding's witness; never null

  // Returns whether the side is at these locations. Columns are compared if both are known.
  bool is_at(const std::vector<verdict::SourceLocation>& locations) const;
  bool does(const std::string& access) const { return item->access == access; }
  // Returns whether these are bytes of that array. Unknown parts are taken to be equal.
  bool touches(const std::string& array, std::int64_t offset, std::uint64_t bytes) const;
};

// Returns the two sides of a race between two accesses, or the one side of an access that is a defect by
// itself; nothing for other findings.
std::vector<FindingSide> sides_of(const verdict::Finding& finding);

}  // namespace launchproof::replay
