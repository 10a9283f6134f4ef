// Atomics by which a launch counts its groups: each group adds one to the same place exactly once, and
// nothing else changes the place before all groups have done so. If the place held 0 at first, the atomic
// then returns the number of groups counted before.
#pragma once

#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"

namespace launchproof::access {

// A read of local memory that finds the value stored by one write of its group: nothing else writes to the
// place, and the read comes after the write.
struct HandOver {
  model::ValueId read = model::kNone;     // the value (Op::Read)
  model::SiteId write = model::kNone;     // the write, made by each group
  model::ValueId written = model::kNone;  // what it stores
};

struct GroupCount {
  model::SiteId call = model::kNone;
  unsigned width = 0;        // width of the place in bits
  std::uint64_t groups = 0;  // of the launch
  std::vector<HandOver> handed_over;
  std::string assumed;   // describes the assumption that the place holds 0 at first; empty if that is known
  std::string contents;  // describes the contents that say so; empty if they are not known
};

using GroupCounts = std::vector<GroupCount>;

// Returns the count that the atomic makes, or null.
inline const GroupCount* count_of(const GroupCounts& counts, model::SiteId call) {
  for (const GroupCount& count : counts)
    if (count.call == call) return &count;
  return nullptr;
}

// Returns the name of the variable for the value that the group finds; each group has its own.
inline std::string name_of_count(const GroupCount& count, const std::string& group_tag) {
  return group_tag + ".groups_before." + std::to_string(count.call);
}

}  // namespace launchproof::access
