#include "verify/analysis/uniformity.h"

#include <algorithm>

#include "verify/analysis/preconditions.h"

namespace launchproof::analysis {

using model::kNone;
using model::Op;

namespace {

// A read is uniform when its address is and nothing in the launch writes the memory it may touch.
bool reads_unwritten_memory(const model::KernelModel& kernel, const MemoryRegions& regions,
                            const model::Site& site) {
  if (site.kind != model::AccessKind::Read) return false;
  return std::ranges::all_of(site.arrays, [&](model::ArrayId array) {
    const Placement& place = regions.placement(array);
    return kernel.arrays[array].memory != model::Memory::Private && place.region != kNone &&
           !regions.is_written(place.region);
  });
}

}  // namespace

bool Uniformity::is_uniform_at(model::ValueId value, BlockId block) const {
  if (!d_uniform[value]) return false;
  const model::KernelModel& kernel = d_graph.kernel();
  const BlockId at = kernel.values[value].block;
  if (at == kNone || block == kNone) return true;
  for (LoopId loop = kernel.blocks[at].loop; loop != kNone && !d_graph.contains(loop, block);
       loop = kernel.loops[loop].parent)
    if (!d_loop_uniform[loop]) return false;
  return true;
}

Uniformity::Uniformity(const FlowGraph& graph, const MemoryRegions& regions, const StableReads& stable)
    : d_graph(graph) {
  const model::KernelModel& kernel = graph.kernel();
  d_uniform.assign(kernel.values.size(), true);
  d_loop_uniform.assign(kernel.loops.size(), true);

  std::vector<BlockId> phi_block(kernel.values.size(), kNone);
  std::vector<const model::Phi*> phi_of(kernel.values.size(), nullptr);
  for (BlockId block = 0; block < kernel.blocks.size(); ++block)
    for (const model::Phi& phi : kernel.blocks[block].phis) {
      phi_block[phi.value] = block;
      phi_of[phi.value] = &phi;
    }

  const auto branch_uniform = [&](BlockId block) {
    const model::Block& b = kernel.blocks[block];
    // Those of whom anything is asked went the way that an annotation leaves.
    const bool one_way =
        std::ranges::any_of(b.successors, [&](BlockId to) { return is_excluded(kernel, to); });
    return b.successors.size() < 2 || one_way || is_uniform_at(b.condition, block);
  };
  // All branches between the join's immediate dominator and the join are uniform.
  const auto join_uniform = [&](BlockId block) {
    const LoopId region = kernel.blocks[block].loop;
    if (graph.start(region) == block) return true;
    const BlockId top = graph.immediate_dominator(region, block);
    std::vector<BlockId> work{block};
    std::vector<bool> seen(kernel.blocks.size(), false);
    while (!work.empty()) {
      const BlockId at = work.back();
      work.pop_back();
      for (const FlowGraph::Edge& edge : graph.incoming(region, at)) {
        const LoopId nested = graph.loop_of_node(region, edge.source_node);
        if (nested != kNone ? (graph.exits(nested).size() > 1 && !d_loop_uniform[nested])
                            : !branch_uniform(edge.from))
          return false;
        if (edge.source_node == top || seen[edge.source_node]) continue;
        seen[edge.source_node] = true;
        work.push_back(edge.source_node);
      }
    }
    return true;
  };

  bool changed = true;
  while (changed) {
    changed = false;
    for (model::ValueId id = 0; id < kernel.values.size(); ++id) {
      if (!d_uniform[id]) continue;
      const model::Value& value = kernel.values[id];
      bool uniform = true;
      switch (value.op) {
        case Op::LocalId:
        case Op::Undefined:
        case Op::Pipe:
        case Op::Other:
        case Op::Element:
        case Op::Accessed:
          uniform = false;
          break;
        case Op::SubGroup:
          uniform = value.index >= static_cast<std::uint32_t>(model::SubGroupValue::Count) &&
                    value.index != static_cast<std::uint32_t>(model::SubGroupValue::Result);
          break;
        case Op::Collective:
          uniform = value.literal == 1;
          break;
        case Op::Read: {
          const model::Site& site = kernel.sites[value.index];
          uniform = (stable.is_stable(value.index) || reads_unwritten_memory(kernel, regions, site)) &&
                    is_uniform_at(site.offset, site.block) && is_uniform_at(site.base, site.block);
          break;
        }
        case Op::Phi: {
          const BlockId block = phi_block[id];
          for (model::ValueId in : phi_of[id]->incoming) uniform = uniform && is_uniform_at(in, block);
          uniform = uniform && join_uniform(block);
          break;
        }
        default:
          for (model::ValueId operand : value.operands)
            uniform = uniform && is_uniform_at(operand, value.block);
      }
      if (!uniform) {
        d_uniform[id] = false;
        changed = true;
      }
    }
    for (LoopId loop = 0; loop < kernel.loops.size(); ++loop) {
      if (!d_loop_uniform[loop]) continue;
      // Every branch in the loop that some exit depends on; all branches of the loop are a safe superset when
      // the exit is not in every iteration.
      bool uniform = true;
      for (const ExitEdge& exit : graph.exits(loop)) {
        if (is_excluded(kernel, exit.to)) continue;
        if (!branch_uniform(exit.from)) uniform = false;
        if (graph.dominates_latch(loop, exit.from) && kernel.blocks[exit.from].loop == loop) continue;
        for (BlockId block : kernel.loops[loop].blocks) uniform = uniform && branch_uniform(block);
      }
      if (!uniform) {
        d_loop_uniform[loop] = false;
        changed = true;
      }
    }
  }
}

}  // namespace launchproof::analysis
