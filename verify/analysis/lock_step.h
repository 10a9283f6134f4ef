// Where work-items that run in lock step (--warp-sync) come together, and what is ordered by that.
//
// The model of lock step is that of a warp with one program counter. Where its work-items part at a branch,
// it runs the paths one after the other, in an order that nothing tells, and all wait at the branch's
// immediate post-dominator (Fung and others, "Dynamic Warp Formation", MICRO 2007, section 2.2). So two
// accesses are ordered where the two work-items are together between them, or at one of them; accesses on the
// two paths of a branch are not.
#pragma once

#include <vector>

#include "verify/analysis/flow_graph.h"

namespace launchproof::analysis {

class LockStep {
 public:
  // Requires that the graph outlives it.
  explicit LockStep(const FlowGraph& graph);

  // Returns whether work-items that reach the block in the same iterations of the enclosing loops reach it
  // together.
  bool together_at(BlockId block) const { return d_together[block]; }
  // Returns whether two work-items, one of which runs through `a` and the other through `b` in the same
  // iterations of the loops around both, come together between the two blocks or at one of them. This does
  // not order two accesses of one moment, such as those of one instruction that both execute.
  bool orders(BlockId a, BlockId b) const;
  // Orders two work-items: one runs through `a`, which lies in the loop, and the other runs a later iteration
  // of the loop, in the same iterations of the loops around it. Returns whether they come together between
  // the two moments.
  bool orders_iterations(LoopId loop, BlockId a) const;

 private:
  // Returns, for each block that lies directly in the region, whether they get there together, given that
  // they are together where the region begins.
  std::vector<bool> together_within(LoopId region) const;
  void look_at(LoopId region, bool together);

  const FlowGraph& d_graph;
  std::vector<bool> d_together;
};

}  // namespace launchproof::analysis
