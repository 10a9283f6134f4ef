// Finds the accesses of a work-item that may come before one of its annotations that asks about accesses
// (model::AccessQuery).
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"

namespace launchproof::analysis {

// One way in which an access may come before the annotation.
struct EarlierAccess {
  model::SiteId site = model::kNone;
  // The loop, around both, of which the access lies in an earlier iteration than the annotation; the loops
  // around that loop are in the same iterations for both. kNone: all loops around both are in the same
  // iterations.
  LoopId back = model::kNone;
  // A barrier that orders the memory may come between the two, depending on the path.
  bool may_be_ordered = false;
  // No barrier comes between the two if `back` is only one iteration further, and the loops within it (or
  // within those around both) that hold the annotation are in their first iteration.
  bool unordered_at_first = false;
  // Among `back` and the loops within it (or within those around both) that hold the annotation: the loops
  // that pass such a barrier in each iteration. A barrier then comes between the two if `back` is more than
  // one iteration further, or if another of these loops is not in its first iteration.
  std::vector<LoopId> ordering;
};

// Returns the earlier accesses: all of them, or with `since_barrier` only those since the last barrier that
// orders the array's memory.
std::vector<EarlierAccess> earlier_accesses(const FlowGraph& graph, const MemoryRegions& regions,
                                            const model::AccessQuery& query, bool since_barrier);

// Returns whether only reads of annotations lie between the query and the annotation that uses it.
bool stands_at_its_annotation(const model::KernelModel& kernel, const model::AccessQuery& query);

}  // namespace launchproof::analysis
