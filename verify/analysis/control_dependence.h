// Finds the branches that decide whether control reaches a block.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// Control dependence as Ferrante, Ottenstein and Warren define it ("The Program Dependence Graph and Its Use
// in Optimization"), extended to non-terminating loops: a loop that never ends keeps control from what
// follows. Edges to blocks that an annotation excludes do not count, since executions satisfy annotations.
class ControlDependence {
 public:
  explicit ControlDependence(const model::KernelModel& kernel);

  // Returns the blocks whose branches directly decide whether, and how often, control comes to `block`.
  // Callers must follow what decides whether control reaches these blocks themselves.
  std::vector<BlockId> deciders(BlockId block) const;

 private:
  bool postdominates(BlockId later, BlockId earlier) const {
    return ((d_postdominators[earlier][later / 64] >> (later % 64)) & 1U) != 0;
  }
  void find_postdominators();

  const model::KernelModel& d_kernel;
  FlowGraph d_graph;
  std::vector<std::vector<BlockId>> d_successors;            // without excluded blocks
  std::vector<std::vector<std::uint64_t>> d_postdominators;  // bit sets, reflexive
  std::vector<bool> d_may_end;  // some path leads from the block to the end of the kernel
};

}  // namespace launchproof::analysis
