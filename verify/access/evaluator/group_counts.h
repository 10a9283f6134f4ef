// Atomics by which a launch counts its groups: each group adds one to one place exactly once, and nothing
// else changes the place before all groups have. What the atomic finds is then the number of groups before,
// if the place held 0 at first.
#pragma once

#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"

namespace launchproof::access {

// A read of local memory that finds what one write of its group stored: nothing else writes to the place, and
// the read comes after the write.
struct HandOver {
  model::ValueId read = model::kNone;     // the value (Op::Read)
  model::SiteId write = model::kNone;     // each group makes it
  model::ValueId written = model::kNone;  // what it stores
};

struct GroupCount {
  model::SiteId call = model::kNone;
  unsigned width = 0;        // of the place, in bits
  std::uint64_t groups = 0;  // of the launch
  std::vector<HandOver> handed_over;
  std::string assumed;   // that the place holds 0 at first; empty where that is known
  std::string contents;  // the contents that say so, in words; empty where they are not known
};

using GroupCounts = std::vector<GroupCount>;

// Returns the count that the atomic makes, or null.
inline const GroupCount* count_of(const GroupCounts& counts, model::SiteId call) {
  for (const GroupCount& count : counts)
    if (count.call == call) return &count;
  return nullptr;
}

// Returns the name of what the group finds, a variable of its own for each group.
inline std::string name_of_count(const GroupCount& count, const std::string& group_tag) {
  return group_tag + ".groups_before." + std::to_string(count.call);
}

}  // namespace launchproof::access
