// Finds where work-items that run in lock step (--warp-sync) come together, and which accesses that orders.
//
// Lock step is modelled as a warp with one program counter. When its work-items part at a branch, it runs the
// paths one after the other, in an unspecified order, and all wait at the branch's immediate post-dominator
// (Fung and others, "Dynamic Warp Formation", MICRO 2007, section 2.2). Two accesses are therefore ordered if
// the two work-items are together between them or at one of them. Accesses on the two paths of a branch are
// not ordered.
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"

namespace launchproof::analysis {

class LockStep {
 public:
  // Requires that the graph outlives this object.
  explicit LockStep(const FlowGraph& graph);

  // Returns whether work-items that reach the block in the same iterations of the enclosing loops reach it at
  // the same time.
  bool together_at(BlockId block) const { return d_together[block]; }
  // Returns whether two work-items come together between the two blocks or at one of them, if one runs
  // through `a` and the other through `b` in the same iterations of the loops around both. This does not
  // order two simultaneous accesses, such as those of one instruction that both execute.
  bool orders(BlockId a, BlockId b) const;
  // Considers two work-items in the same iterations of the loops around `loop`: one runs through `a`, which
  // lies in the loop, and the other runs a later iteration of the loop. Returns whether they come together
  // between the two moments.
  bool orders_iterations(LoopId loop, BlockId a) const;

 private:
  // Returns, for each block that lies directly in the region, whether work-items reach it together, given
  // that they are together at the start of the region.
  std::vector<bool> together_within(LoopId region) const;
  void look_at(LoopId region, bool together);

  const FlowGraph& d_graph;
  std::vector<bool> d_together;
};

}  // namespace launchproof::analysis
