#include "verify/analysis/lock_step.h"

#include <algorithm>

namespace launchproof::analysis {

using model::kNone;

LockStep::LockStep(const FlowGraph& graph) : d_graph(graph), d_together(graph.kernel().blocks.size(), false) {
  look_at(kNone, true);
}

std::vector<bool> LockStep::together_within(LoopId region) const {
  const std::size_t blocks = d_graph.kernel().blocks.size();
  std::vector<bool> result(blocks, false);
  for (const BlockId node : d_graph.nodes(region)) {
    if (node == d_graph.start(region)) {
      result[node] = true;
      continue;
    }
    const auto& in = d_graph.incoming(region, node);
    // A work-item that comes through one branch comes together with all work-items that took the branch.
    // Loops are left in different iterations.
    if (in.size() == 1 && d_graph.loop_of_node(region, in[0].source_node) == kNone) {
      result[node] = result[in[0].source_node];
      continue;
    }
    const BlockId before = d_graph.immediate_dominator(region, node);
    result[node] = result[before] && d_graph.postdominates(region, node, before);
  }
  return result;
}

void LockStep::look_at(LoopId region, bool together) {
  const std::vector<bool> within = together_within(region);
  if (region != kNone) {
    // All work-items that start another iteration come from the latch.
    const BlockId latch = d_graph.kernel().loops[region].latch;
    const auto& next = d_graph.kernel().blocks[latch].successors;
    together = together && d_graph.loop_of_node(region, latch) == kNone && within[latch] &&
               std::ranges::count(next, d_graph.start(region)) == 1;
  }
  for (const BlockId node : d_graph.nodes(region)) {
    const LoopId inner = d_graph.loop_of_node(region, node);
    if (inner != kNone)
      look_at(inner, together && within[node]);
    else
      d_together[node] = together && within[node];
  }
}

bool LockStep::orders(BlockId a, BlockId b) const {
  const auto& blocks = d_graph.kernel().blocks;
  const LoopId region = d_graph.common(blocks[a].loop, blocks[b].loop);
  const BlockId first = d_graph.node(region, a);
  const BlockId second = d_graph.node(region, b);
  const auto passes = [&](BlockId meeting, BlockId node) {
    return d_graph.dominates(region, meeting, node) || d_graph.postdominates(region, meeting, node);
  };
  const auto strictly = [&](bool (FlowGraph::*relation)(LoopId, BlockId, BlockId) const, BlockId meeting) {
    return meeting != first && meeting != second && (d_graph.*relation)(region, meeting, first) &&
           (d_graph.*relation)(region, meeting, second);
  };
  return std::ranges::any_of(d_graph.nodes(region), [&](BlockId meeting) {
    return d_together[meeting] && d_graph.loop_of_node(region, meeting) == kNone && passes(meeting, first) &&
           passes(meeting, second) && !strictly(&FlowGraph::dominates, meeting) &&
           !strictly(&FlowGraph::postdominates, meeting);
  });
}

bool LockStep::orders_iterations(LoopId loop, BlockId a) const {
  const BlockId node = d_graph.node(loop, a);
  return std::ranges::any_of(d_graph.nodes(loop), [&](BlockId meeting) {
    return d_together[meeting] && d_graph.loop_of_node(loop, meeting) == kNone &&
           d_graph.postdominates(loop, meeting, node) && d_graph.dominates_latch(loop, meeting);
  });
}

}  // namespace launchproof::analysis
