// The accesses that a finding names: by their place in the program, and by what they touch where other
// accesses stand at the same place, as those that a macro makes do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::replay {

struct FindingSide {
  std::vector<verdict::SourceLocation> places;  // innermost first; the others are call sites
  bool by_copy = false;
  const verdict::WorkItem* item = nullptr;  // of the finding's witness; never null

  // Returns whether the side is at these locations. Columns count where both are known.
  bool is_at(const std::vector<verdict::SourceLocation>& locations) const;
  bool does(const std::string& access) const { return item->access == access; }
  // Returns whether these are bytes of that array. Parts that are not known do not tell the two apart.
  bool touches(const std::string& array, std::int64_t offset, std::uint64_t bytes) const;
};

// Returns the two sides of a race between two accesses, or the one side of an access that is at fault by
// itself; none of other findings.
std::vector<FindingSide> sides_of(const verdict::Finding& finding);

}  // namespace launchproof::replay
