#include "verify/analysis/flow_graph.h"

#include <algorithm>
#include <functional>

namespace launchproof::analysis {

using model::kNone;

FlowGraph::FlowGraph(const model::KernelModel& kernel) : d_kernel(kernel) {
  const std::size_t blocks = kernel.blocks.size();
  d_members.assign(kernel.loops.size(), std::vector<bool>(blocks, false));
  d_exits.resize(kernel.loops.size());
  for (LoopId loop = 0; loop < kernel.loops.size(); ++loop)
    for (BlockId block : kernel.loops[loop].blocks) d_members[loop][block] = true;
  for (LoopId loop = 0; loop < kernel.loops.size(); ++loop) {
    for (BlockId block : kernel.loops[loop].blocks) {
      const auto& successors = kernel.blocks[block].successors;
      for (std::uint32_t i = 0; i < successors.size(); ++i)
        if (!d_members[loop][successors[i]]) d_exits[loop].push_back({block, successors[i], i});
    }
  }
  for (LoopId loop = 0; loop < kernel.loops.size(); ++loop) d_regions.push_back(build_region(loop));
  d_regions.push_back(build_region(kNone));

  d_reach.assign(blocks, std::vector<bool>(blocks, false));
  for (BlockId from = 0; from < blocks; ++from) {
    std::vector<BlockId> work(kernel.blocks[from].successors);
    while (!work.empty()) {
      const BlockId next = work.back();
      work.pop_back();
      if (d_reach[from][next]) continue;
      d_reach[from][next] = true;
      for (BlockId s : kernel.blocks[next].successors) work.push_back(s);
    }
  }
}

bool FlowGraph::contains(LoopId loop, BlockId block) const {
  return loop == kNone || d_members[loop][block];
}

bool FlowGraph::encloses(LoopId outer, LoopId inner) const {
  if (outer == kNone) return true;
  while (inner != kNone && inner != outer) inner = parent(inner);
  return inner == outer;
}

std::vector<LoopId> FlowGraph::chain(LoopId loop) const {
  std::vector<LoopId> result;
  for (; loop != kNone; loop = parent(loop)) result.push_back(loop);
  std::reverse(result.begin(), result.end());
  return result;
}

LoopId FlowGraph::common(LoopId a, LoopId b) const {
  while (!encloses(a, b)) a = parent(a);
  return a;
}

LoopId FlowGraph::child_containing(LoopId region, BlockId block) const {
  LoopId loop = d_kernel.blocks[block].loop;
  if (loop == region) return kNone;
  while (parent(loop) != region) loop = parent(loop);
  return loop;
}

BlockId FlowGraph::node(LoopId region, BlockId block) const {
  const LoopId child = child_containing(region, block);
  return child == kNone ? block : d_kernel.loops[child].header;
}

BlockId FlowGraph::start(LoopId region) const {
  return region == kNone ? 0 : d_kernel.loops[region].header;
}

FlowGraph::Region FlowGraph::build_region(LoopId loop) const {
  Region result;
  const BlockId first = start(loop);
  const auto successors = [&](BlockId node_block) {
    std::vector<Edge> edges;
    const LoopId child = child_containing(loop, node_block);
    const auto add = [&](BlockId from, BlockId to, std::uint32_t index) {
      if (!contains(loop, to) || to == first) return;  // to the sink
      edges.push_back({node(loop, to), from, index});  // source_node temporarily holds the target
    };
    if (child == kNone) {
      const auto& next = d_kernel.blocks[node_block].successors;
      for (std::uint32_t i = 0; i < next.size(); ++i) add(node_block, next[i], i);
    } else {
      for (const ExitEdge& exit : d_exits[child]) add(exit.from, exit.to, exit.successor);
    }
    return edges;
  };

  // Reversed depth-first post-order, which is a topological order of the acyclic region.
  result.position.assign(d_kernel.blocks.size(), kNone);
  std::vector<std::uint8_t> state(d_kernel.blocks.size(), 0);
  std::vector<std::pair<BlockId, std::size_t>> stack{{first, 0}};
  std::vector<std::vector<Edge>> out(d_kernel.blocks.size());
  out[first] = successors(first);
  state[first] = 1;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next < out[block].size()) {
      const BlockId target = out[block][next++].source_node;
      if (state[target] == 0) {
        state[target] = 1;
        out[target] = successors(target);
        stack.emplace_back(target, 0);
      }
    } else {
      result.order.push_back(block);
      stack.pop_back();
    }
  }
  std::reverse(result.order.begin(), result.order.end());
  const std::size_t count = result.order.size();
  for (std::uint32_t i = 0; i < count; ++i) result.position[result.order[i]] = i;
  result.in.resize(count);
  for (std::uint32_t i = 0; i < count; ++i)
    for (const Edge& edge : out[result.order[i]])
      result.in[result.position[edge.source_node]].push_back({result.order[i], edge.from, edge.successor});

  // Dominators (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"). One sweep suffices, since
  // the graph is acyclic.
  result.idom.assign(count, 0);
  for (std::uint32_t i = 1; i < count; ++i) {
    std::uint32_t dominator = kNone;
    for (const Edge& edge : result.in[i]) {
      std::uint32_t other = result.position[edge.source_node];
      if (dominator == kNone) {
        dominator = other;
        continue;
      }
      while (dominator != other) {
        if (dominator > other)
          dominator = result.idom[dominator];
        else
          other = result.idom[other];
      }
    }
    result.idom[i] = dominator;
  }

  // Post-dominator sets, sinks first. A node that may leave the region is post-dominated only by itself.
  const std::size_t words = (count + 63) / 64;
  result.postdom.assign(count, std::vector<std::uint64_t>(words, 0));
  for (std::uint32_t i = static_cast<std::uint32_t>(count); i-- > 0;) {
    const BlockId block = result.order[i];
    const LoopId child = child_containing(loop, block);
    const std::size_t edges =
        child == kNone ? d_kernel.blocks[block].successors.size() : d_exits[child].size();
    auto& set = result.postdom[i];
    if (edges > 0 && edges == out[block].size()) {
      set.assign(words, ~std::uint64_t{0});
      for (const Edge& edge : out[block]) {
        const auto& next = result.postdom[result.position[edge.source_node]];
        for (std::size_t w = 0; w < words; ++w) set[w] &= next[w];
      }
    }
    set[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return result;
}

const std::vector<FlowGraph::Edge>& FlowGraph::incoming(LoopId loop, BlockId block) const {
  const Region& r = region(loop);
  return r.in[r.position[block]];
}

BlockId FlowGraph::immediate_dominator(LoopId loop, BlockId block) const {
  const Region& r = region(loop);
  return r.order[r.idom[r.position[block]]];
}

bool FlowGraph::dominates(LoopId loop, BlockId a, BlockId b) const {
  const Region& r = region(loop);
  const std::uint32_t target = r.position[a];
  std::uint32_t at = r.position[b];
  if (target == kNone || at == kNone) return false;
  while (at > target) at = r.idom[at];
  return at == target;
}

bool FlowGraph::postdominates(LoopId loop, BlockId b, BlockId a) const {
  const Region& r = region(loop);
  const std::uint32_t bit = r.position[b];
  return ((r.postdom[r.position[a]][bit / 64] >> (bit % 64)) & 1U) != 0;
}

bool FlowGraph::dominates_latch(LoopId loop, BlockId block) const {
  const BlockId latch = d_kernel.loops[loop].latch;
  return dominates(loop, node(loop, block), node(loop, latch));
}

bool FlowGraph::can_reach(BlockId from, BlockId to) const {
  return d_reach[from][to];
}

}  // namespace launchproof::analysis
