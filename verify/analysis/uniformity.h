// Finds which values are the same for all work-items of a group whenever they are computed at the same place
// in the same iterations. Optimistic fixpoint over data and the branches that decide joins and loop exits.
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"
#include "verify/analysis/stable_reads.h"

namespace launchproof::analysis {

class Uniformity {
 public:
  Uniformity(const FlowGraph& graph, const MemoryRegions& regions, const StableReads& stable);

  // Returns whether the value does not depend on which work-item of the group computes it.
  bool is_uniform(model::ValueId value) const { return d_uniform[value]; }
  // Returns whether the value is also uniform where `block` uses it: work-items that get there together have
  // left the loops that compute the value in the same iteration. A counter is uniform in its loop; its last
  // value need not be.
  bool is_uniform_at(model::ValueId value, BlockId block) const;
  // Returns whether all work-items of a group that enter the loop together leave it in the same iteration by
  // the same edge.
  bool exits_uniformly(LoopId loop) const { return d_loop_uniform[loop]; }

 private:
  const FlowGraph& d_graph;
  std::vector<bool> d_uniform;
  std::vector<bool> d_loop_uniform;
};

// Returns whether the value may differ between groups, although all groups reach it the same way.
bool may_differ_between_groups(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                               const MemoryRegions& regions, model::ValueId value);

}  // namespace launchproof::analysis
