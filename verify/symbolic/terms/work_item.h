// One arbitrary work-item of the launch, as terms.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/launch_facts.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/terms/division.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::symbolic {

// Ids are variables just wide enough for their range, zero-extended to the address width.
struct WorkItem {
  std::string tag;        // prefix of names that belong to the work-item only: "s" or "t"
  std::string group_tag;  // prefix of names that its group shares: "g" or "h"
  std::array<smt::Term, 3> local_id;
  std::array<smt::Term, 3> group_id;
  std::array<smt::Term, 3> local_size;  // of its group; the last group may be smaller
  // Null unless the local size is a variable: group id times local size, and the same plus the local id.
  std::array<smt::Term, 3> group_base, global_id;
  std::vector<smt::Term> constraints;  // ids are in range
  std::vector<smt::Term> products;     // definitions of group_base, with which solvers are slow
  std::optional<Division> division;    // set if the kernel uses sub-groups

  static WorkItem make(smt::TermStore& store, const model::LaunchFacts& facts, LaunchTerms& launch,
                       unsigned address_bits, std::string tag, std::string group_tag);
  // Returns the work-item with these global ids, counted without the launch's offset. Work-items of one group
  // share its tag.
  static WorkItem at(smt::TermStore& store, const model::LaunchFacts& facts, unsigned address_bits,
                     const std::array<std::uint64_t, 3>& id);
  // Sets the ids in a dimension whose local size is a variable.
  void in_open_groups(smt::TermStore& store, unsigned d, LaunchTerms& launch, const std::string& local,
                      const std::string& group);
};

// Returns the condition that at least one component of the local (or group) ids differs.
smt::Term different_local_ids(smt::TermStore& store, const WorkItem& a, const WorkItem& b);
smt::Term different_groups(smt::TermStore& store, const WorkItem& a, const WorkItem& b);
// Returns facts about two work-items if local sizes are variables: groups do not overlap, and each work-item
// has its own global id.
smt::Term in_open_order(smt::TermStore& store, const WorkItem& a, const WorkItem& b);
// Returns the condition that two work-items of one group do not have linear local ids within the same block
// of `size` consecutive ones.
smt::Term different_warps(smt::TermStore& store, const WorkItem& a, const WorkItem& b, unsigned size);

}  // namespace launchproof::symbolic
