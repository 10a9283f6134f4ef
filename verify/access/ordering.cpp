// Where something the engine does not model may order work-items.
#include "verify/access/session.h"

namespace launchproof::access {

using model::BlockId;
using model::kNone;
using model::Op;
using model::ValueId;

std::vector<bool> possibly_ordered_blocks(const Context& context) {
  const model::KernelModel& kernel = context.kernel;
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

  std::vector<BlockId> sources;
  sources.reserve(kernel.fences.size());
  for (const model::Fence& fence : kernel.fences) sources.push_back(fence.block);
  for (const model::Site& site : kernel.sites)
    if (site.kind == model::AccessKind::Atomic && site.atomic_order != 0) sources.push_back(site.block);
  for (ValueId id = 0; id < kernel.values.size(); ++id) {
    const model::Value& value = kernel.values[id];
    if (value.op == Op::Read && used[id] && kernel.sites[value.index].kind == model::AccessKind::Atomic)
      sources.push_back(kernel.sites[value.index].block);
  }
  // Loops that wait for what another work-item writes: an exit depends on memory that the launch writes.
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
        const analysis::Placement& place = context.regions.placement(array);
        if (kernel.arrays[array].memory != model::Memory::Private && place.region != kNone &&
            context.regions.is_written(place.region))
          mark(id);
      }
    }
    for (const model::Block& block : kernel.blocks)
      for (const model::Phi& phi : block.phis)
        for (const ValueId in : phi.incoming)
          if (shared[in]) mark(phi.value);
  }
  for (model::LoopId loop = 0; loop < kernel.loops.size(); ++loop)
    for (const analysis::ExitEdge& exit : context.graph.exits(loop)) {
      const ValueId condition = kernel.blocks[exit.from].condition;
      if (condition != kNone && shared[condition]) sources.push_back(kernel.loops[loop].header);
    }

  std::vector<bool> result(kernel.blocks.size(), false);
  for (const BlockId source : sources)
    for (BlockId block = 0; block < kernel.blocks.size(); ++block)
      if (block == source || context.graph.can_reach(source, block)) result[block] = true;
  return result;
}

}  // namespace launchproof::access
