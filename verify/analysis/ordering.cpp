#include "verify/analysis/ordering.h"

#include "verify/analysis/influence.h"

namespace launchproof::analysis {

using model::kNone;
using model::Op;
using model::SiteId;
using model::ValueId;

namespace {

// By site: something in the kernel uses the value read.
std::vector<bool> used_reads(const model::KernelModel& kernel) {
  std::vector<bool> used(kernel.values.size(), false);
  for (const model::Value& value : kernel.values)
    for (const ValueId operand : value.operands) used[operand] = true;
  for (const model::Block& block : kernel.blocks) {
    if (block.condition != kNone) used[block.condition] = true;
    for (const model::Phi& phi : block.phis)
      for (const ValueId in : phi.incoming) used[in] = true;
  }
  for (const model::Site& site : kernel.sites)
    for (const ValueId id : site.written) used[id] = true;
  std::vector<bool> result(kernel.sites.size(), false);
  for (ValueId id = 0; id < kernel.values.size(); ++id)
    if (kernel.values[id].op == Op::Read && used[id]) result[kernel.values[id].index] = true;
  return result;
}

// Headers of loops that wait for a value written by another work-item: an exit depends on memory that the
// launch writes.
std::vector<BlockId> waiting_loops(const FlowGraph& graph, const MemoryRegions& regions) {
  const model::KernelModel& kernel = graph.kernel();
  std::vector<bool> shared(kernel.values.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    const auto mark = [&](ValueId id) {
      if (!shared[id]) changed = shared[id] = true;
    };
    for (ValueId id = 0; id < kernel.values.size(); ++id) {
      const model::Value& value = kernel.values[id];
      for (const ValueId operand : value.operands)
        if (shared[operand]) mark(id);
      if (value.op != Op::Read) continue;
      for (const model::ArrayId array : kernel.sites[value.index].arrays) {
        const Placement& place = regions.placement(array);
        if (kernel.arrays[array].memory != model::Memory::Private && place.region != kNone &&
            regions.is_written(place.region))
          mark(id);
      }
    }
    for (const model::Block& block : kernel.blocks)
      for (const model::Phi& phi : block.phis)
        for (const ValueId in : phi.incoming)
          if (shared[in]) mark(phi.value);
  }
  std::vector<BlockId> result;
  for (LoopId loop = 0; loop < kernel.loops.size(); ++loop)
    for (const ExitEdge& exit : graph.exits(loop)) {
      const ValueId condition = kernel.blocks[exit.from].condition;
      if (condition != kNone && shared[condition]) result.push_back(kernel.loops[loop].header);
    }
  return result;
}

}  // namespace

std::vector<bool> possibly_ordered_blocks(const FlowGraph& graph, const model::LaunchFacts& facts,
                                          const MemoryRegions& regions, Relaxed relaxed) {
  const model::KernelModel& kernel = graph.kernel();
  std::vector<BlockId> sources;
  sources.reserve(kernel.fences.size());
  for (const model::Fence& fence : kernel.fences) sources.push_back(fence.block);
  const std::vector<bool> counts = relaxed == Relaxed::ResultUsed
                                       ? used_reads(kernel)
                                       : influence(kernel, facts, regions, {}, false).reads;
  for (SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.kind == model::AccessKind::Atomic && (site.atomic_order != 0 || counts[id]))
      sources.push_back(site.block);
  }
  std::vector<bool> result(kernel.blocks.size(), false);
  if (sources.empty()) return result;
  const std::vector<BlockId> waiting = waiting_loops(graph, regions);
  sources.insert(sources.end(), waiting.begin(), waiting.end());
  for (const BlockId source : sources)
    for (BlockId block = 0; block < kernel.blocks.size(); ++block)
      if (block == source || graph.can_reach(source, block)) result[block] = true;
  return result;
}

}  // namespace launchproof::analysis
