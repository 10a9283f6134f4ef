#include "verify/analysis/control_dependence.h"

#include <algorithm>

#include "verify/analysis/preconditions.h"

namespace launchproof::analysis {

using model::kNone;

ControlDependence::ControlDependence(const model::KernelModel& kernel) : d_kernel(kernel), d_graph(kernel) {
  d_successors.resize(kernel.blocks.size());
  for (BlockId block = 0; block < kernel.blocks.size(); ++block)
    for (const BlockId next : kernel.blocks[block].successors)
      if (!is_excluded(kernel, next)) d_successors[block].push_back(next);
  find_postdominators();
}

// Computes the greatest solution of "itself, plus what postdominates all successors". For a block from which
// no path leads to the end, that solution would contain every block that control never reaches from it. The
// set of such a block is therefore only the block itself, so that all branches before it decide.
void ControlDependence::find_postdominators() {
  const std::size_t count = d_kernel.blocks.size();
  const std::size_t words = (count + 63) / 64;
  d_may_end.assign(count, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId block = static_cast<BlockId>(count); block-- > 0;) {
      if (d_may_end[block]) continue;
      const std::vector<BlockId>& next = d_successors[block];
      if (!next.empty() && std::ranges::none_of(next, [&](BlockId to) { return d_may_end[to]; })) continue;
      d_may_end[block] = changed = true;
    }
  }
  d_postdominators.assign(count, std::vector<std::uint64_t>(words, ~std::uint64_t{0}));
  const auto set_alone = [&](BlockId block, std::vector<std::uint64_t>& set) {
    set.assign(words, 0);
    set[block / 64] |= std::uint64_t{1} << (block % 64);
  };
  for (BlockId block = 0; block < count; ++block)
    if (d_successors[block].empty() || !d_may_end[block]) set_alone(block, d_postdominators[block]);
  std::vector<std::uint64_t> set;
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId block = static_cast<BlockId>(count); block-- > 0;) {
      if (d_successors[block].empty() || !d_may_end[block]) continue;
      set.assign(words, ~std::uint64_t{0});
      for (const BlockId next : d_successors[block])
        for (std::size_t w = 0; w < words; ++w) set[w] &= d_postdominators[next][w];
      set[block / 64] |= std::uint64_t{1} << (block % 64);
      if (set == d_postdominators[block]) continue;
      d_postdominators[block] = set;
      changed = true;
    }
  }
}

std::vector<BlockId> ControlDependence::deciders(BlockId block) const {
  std::vector<BlockId> result;
  const auto add = [&](BlockId branch) {
    if (std::ranges::find(result, branch) == result.end()) result.push_back(branch);
  };
  for (BlockId branch = 0; branch < d_kernel.blocks.size(); ++branch) {
    const std::vector<BlockId>& next = d_successors[branch];
    if (next.size() < 2) continue;
    const bool always = branch != block && postdominates(block, branch);
    if (!always && std::ranges::any_of(next, [&](BlockId to) { return postdominates(block, to); }))
      add(branch);
    // If control may never reach the end, no block postdominates: every branch that leads here decides.
    const bool endless = std::ranges::any_of(next, [&](BlockId to) { return !d_may_end[to]; });
    if (endless && d_graph.can_reach(branch, block)) add(branch);
  }
  for (model::LoopId loop = 0; loop < d_kernel.loops.size(); ++loop) {
    const BlockId header = d_kernel.loops[loop].header;
    if (d_graph.contains(loop, block) || !d_graph.can_reach(header, block)) continue;
    for (const ExitEdge& exit : d_graph.exits(loop))
      if (d_successors[exit.from].size() > 1) add(exit.from);
  }
  return result;
}

}  // namespace launchproof::analysis
