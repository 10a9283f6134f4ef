// The accesses of a work-item that may come before its annotation that asks (model::AccessQuery).
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"

namespace launchproof::analysis {

// One way in which an access may come before the annotation.
struct EarlierAccess {
  model::SiteId site = model::kNone;
  // The loop, around both, in an earlier iteration of which the access lies; the loops around it are in the
  // same iterations. kNone: all loops around both are in the same iterations.
  LoopId back = model::kNone;
  // A barrier that orders the memory may lie between the two, depending on the path.
  bool may_be_ordered = false;
  // None does where `back` has gone on by one iteration and the loops within it (or within those around both)
  // that hold the annotation are in their first.
  bool unordered_at_first = false;
  // The loops of which each iteration passes such a barrier, among `back` and the loops within it (or within
  // those around both) that hold the annotation. One lies in between where `back` has gone on by more than
  // one iteration, or another of these loops is not in its first.
  std::vector<LoopId> ordering;
};

// Returns the earlier accesses: with `since_barrier`, those since the last barrier that orders the array's
// memory, and otherwise all.
std::vector<EarlierAccess> earlier_accesses(const FlowGraph& graph, const MemoryRegions& regions,
                                            const model::AccessQuery& query, bool since_barrier);

// Returns whether only reads of annotations lie between the query and the annotation that uses it.
bool stands_at_its_annotation(const model::KernelModel& kernel, const model::AccessQuery& query);

}  // namespace launchproof::analysis
