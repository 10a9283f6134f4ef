#include "verify/analysis/uniformity.h"

#include <algorithm>
#include <map>

#include "verify/analysis/preconditions.h"
#include "verify/model/operations.h"

namespace launchproof::analysis {

using model::kNone;
using model::Op;

namespace {

// Returns whether nothing in the launch writes to the memory that the read may touch.
bool reads_unwritten_memory(const model::KernelModel& kernel, const MemoryRegions& regions,
                            const model::Site& site) {
  if (site.kind != model::AccessKind::Read) return false;
  return std::ranges::all_of(site.arrays, [&](model::ArrayId array) {
    const Placement& place = regions.placement(array);
    return kernel.arrays[array].memory != model::Memory::Private && place.region != kNone &&
           !regions.is_written(place.region);
  });
}

// Returns whether the value depends on the location of a private array, which differs between work-items: an
// address, or a comparison of pointers. Operands 0 and 2 are the arrays.
bool is_of_private_address(const model::KernelModel& kernel, const model::Value& value) {
  if (value.op != Op::Function || !kernel.functions[value.index].name.starts_with("pointer.")) return false;
  const auto is_private = [](const model::Array& array) { return array.memory == model::Memory::Private; };
  if (std::ranges::none_of(kernel.arrays, is_private)) return false;
  for (std::size_t i = 0; i < value.operands.size(); i += 2) {
    const model::Value& base = kernel.values[value.operands[i]];
    if (base.op != Op::Constant) return true;
    if (base.literal < kernel.arrays.size() &&
        is_private(kernel.arrays[static_cast<std::size_t>(base.literal)]))
      return true;
  }
  return false;
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
    // All work-items in question took the path that an annotation leaves open.
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
          uniform = value.literal == 1 && !kernel.barriers[value.index].is_of_sub_group();
          break;
        case Op::Contract:
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
        case Op::GroupId:
          break;
        default:
          uniform = (is_computed(value.op) || value.op == Op::Event) && !is_of_private_address(kernel, value);
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
      // Adds every branch in the loop on which some exit depends. If the exit is not in every iteration, all
      // branches of the loop are a safe superset.
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

bool may_differ_between_groups(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                               const MemoryRegions& regions, model::ValueId value) {
  std::map<model::ValueId, const model::Phi*> phi_of;
  for (const model::Block& block : kernel.blocks)
    for (const model::Phi& phi : block.phis) phi_of.emplace(phi.value, &phi);
  std::vector<bool> seen(kernel.values.size(), false);
  std::vector<model::ValueId> open{value};
  while (!open.empty()) {
    const model::ValueId id = open.back();
    open.pop_back();
    if (id == kNone || seen[id]) continue;
    seen[id] = true;
    const model::Value& one = kernel.values[id];
    switch (one.op) {
      case Op::LocalSize:
        if (facts.local_size[one.index] == 0 ||
            facts.global_size[one.index] % facts.local_size[one.index] != 0)
          return true;
        break;
      case Op::Read: {
        const model::Site& site = kernel.sites[one.index];
        const bool local = std::ranges::any_of(site.arrays, [&](model::ArrayId array) {
          return kernel.arrays[array].memory == model::Memory::Local;
        });
        if (local || !reads_unwritten_memory(kernel, regions, site)) return true;
        open.insert(open.end(), {site.base, site.offset, site.inside});
        break;
      }
      case Op::Phi: {
        const std::vector<model::ValueId>& incoming = phi_of.at(id)->incoming;
        open.insert(open.end(), incoming.begin(), incoming.end());
        break;
      }
      default:
        if (!is_computed(one.op) || is_of_private_address(kernel, one)) return true;
        break;
    }
    open.insert(open.end(), one.operands.begin(), one.operands.end());
  }
  return false;
}

}  // namespace launchproof::analysis
