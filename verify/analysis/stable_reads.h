// Reads of local memory that nothing in the group writes during the barrier interval of the read: all
// work-items that read one address there get one value (as long as the kernel has no earlier race).
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"

namespace launchproof::analysis {

class StableReads {
 public:
  StableReads(const FlowGraph& graph, const MemoryRegions& regions);

  bool is_stable(model::SiteId site) const { return d_stable[site]; }
  // The loop holds a barrier that orders local memory: its iterations belong to the name of an interval.
  bool has_local_barrier(LoopId loop) const { return d_barrier_loop[loop]; }

 private:
  std::vector<bool> d_stable;
  std::vector<bool> d_barrier_loop;
};

}  // namespace launchproof::analysis
