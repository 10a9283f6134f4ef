// Control flow of a kernel seen loop by loop.
//
// A region is the body of one loop, or the whole kernel (kNone). Within a region every loop nested directly
// in it is one node, named by its header; edges back to the region's header and edges that leave the region
// go to a common sink. Regions are acyclic, so conditions along their paths are finite.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

using model::BlockId;
using model::LoopId;

struct ExitEdge {
  BlockId from = model::kNone;  // block in the loop, possibly in a nested one
  BlockId to = model::kNone;    // outside
  std::uint32_t successor = 0;  // index of the edge among the successors of `from`
};

class FlowGraph {
 public:
  explicit FlowGraph(const model::KernelModel& kernel);

  const model::KernelModel& kernel() const { return d_kernel; }

  bool contains(LoopId loop, BlockId block) const;  // the loop kNone contains everything
  bool encloses(LoopId outer, LoopId inner) const;  // reflexive; kNone encloses all
  LoopId parent(LoopId loop) const { return d_kernel.loops[loop].parent; }
  std::vector<LoopId> chain(LoopId loop) const;  // outermost first, ends with `loop`; empty for kNone
  LoopId common(LoopId a, LoopId b) const;       // innermost loop that encloses both
  // Returns the loop nested directly in `region` that contains `block`, or kNone when the block lies directly
  // in the region.
  LoopId child_containing(LoopId region, BlockId block) const;
  // Returns the node of `region` that stands for `block`: itself, or the header of the nested loop that holds
  // it.
  BlockId node(LoopId region, BlockId block) const;
  // Returns the loop that the node stands for, or kNone when it is a plain block of `region`.
  LoopId loop_of_node(LoopId region, BlockId node) const { return child_containing(region, node); }

  const std::vector<ExitEdge>& exits(LoopId loop) const { return d_exits[loop]; }
  BlockId start(LoopId region) const;  // header, or the entry block
  // Returns the nodes of the region that control may reach, in topological order.
  const std::vector<BlockId>& nodes(LoopId loop) const { return region(loop).order; }

  // Edges into `node` from nodes of its region, without back edges: source block and successor index.
  struct Edge {
    BlockId source_node = model::kNone;  // node of the region
    BlockId from = model::kNone;  // the block that branches; it lies inside the nested loop if source_node is
                                  // one
    std::uint32_t successor = 0;
  };
  const std::vector<Edge>& incoming(LoopId loop, BlockId block) const;

  BlockId immediate_dominator(LoopId loop, BlockId block) const;  // within the region; the start is its own
                                                                  // dominator
  bool dominates(LoopId loop, BlockId a, BlockId b) const;        // reflexive
  // Returns whether every path from `a` to the sink of the region passes `b` (reflexive).
  bool postdominates(LoopId loop, BlockId b, BlockId a) const;
  bool dominates_latch(LoopId loop, BlockId block) const;  // whether the block runs in every completed
                                                           // iteration

  bool can_reach(BlockId from, BlockId to) const;  // whether a path of one or more edges leads there in the
                                                   // whole graph

 private:
  struct Region {
    std::vector<BlockId> order;                       // topological
    std::vector<std::uint32_t> position;              // block -> position in the order, or kNone
    std::vector<std::vector<Edge>> in;                // by position
    std::vector<std::uint32_t> idom;                  // by position
    std::vector<std::vector<std::uint64_t>> postdom;  // bitset by position
  };
  const Region& region(LoopId loop) const {
    return d_regions[loop == model::kNone ? d_kernel.loops.size() : loop];
  }
  Region build_region(LoopId loop) const;

  const model::KernelModel& d_kernel;
  std::vector<std::vector<bool>> d_members;  // loop -> block
  std::vector<std::vector<ExitEdge>> d_exits;
  std::vector<Region> d_regions;
  std::vector<std::vector<bool>> d_reach;
};

}  // namespace launchproof::analysis
