#include "verify/analysis/stable_reads.h"

namespace launchproof::analysis {

using model::Event;
using model::kNone;

namespace {

bool orders_local_memory(const model::Barrier& barrier) {
  return barrier.local_fence && !barrier.sub_group;
}

// Sites that control can come to from event number `event` of `block` without such a barrier in between.
std::vector<bool> sites_of_interval(const model::KernelModel& kernel, BlockId block, std::size_t event) {
  std::vector<bool> result(kernel.sites.size(), false);
  std::vector<bool> seen(kernel.blocks.size(), false);
  std::vector<std::pair<BlockId, std::size_t>> work{{block, event}};
  while (!work.empty()) {
    const auto [at, first] = work.back();
    work.pop_back();
    const model::Block& here = kernel.blocks[at];
    bool ended = false;
    for (std::size_t i = first; i < here.events.size() && !ended; ++i) {
      if (here.events[i].kind == Event::Kind::Site) result[here.events[i].index] = true;
      ended = here.events[i].kind == Event::Kind::Barrier &&
              orders_local_memory(kernel.barriers[here.events[i].index]);
    }
    if (ended) continue;
    for (const BlockId next : here.successors)
      if (!seen[next]) {
        seen[next] = true;
        work.emplace_back(next, 0);
      }
  }
  return result;
}

}  // namespace

StableReads::StableReads(const FlowGraph& graph, const MemoryRegions& regions) {
  const model::KernelModel& kernel = graph.kernel();
  d_barrier_loop.assign(kernel.loops.size(), false);
  std::vector<std::vector<bool>> intervals{sites_of_interval(kernel, 0, 0)};
  for (BlockId block = 0; block < kernel.blocks.size(); ++block) {
    const model::Block& here = kernel.blocks[block];
    for (std::size_t i = 0; i < here.events.size(); ++i) {
      if (here.events[i].kind != Event::Kind::Barrier ||
          !orders_local_memory(kernel.barriers[here.events[i].index]))
        continue;
      intervals.push_back(sites_of_interval(kernel, block, i + 1));
      for (LoopId loop = here.loop; loop != kNone; loop = kernel.loops[loop].parent)
        d_barrier_loop[loop] = true;
    }
  }
  d_stable.assign(kernel.sites.size(), false);
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.kind != model::AccessKind::Read || site.arrays.size() != 1) continue;
    if (kernel.arrays[site.arrays[0]].memory != model::Memory::Local) continue;
    const std::uint32_t region = regions.placement(site.arrays[0]).region;
    bool stable = region != kNone;
    for (const auto& interval : intervals) {
      if (!interval[id]) continue;
      for (model::SiteId other = 0; other < kernel.sites.size() && stable; ++other) {
        if (!interval[other] || kernel.sites[other].kind == model::AccessKind::Read) continue;
        for (const model::ArrayId array : kernel.sites[other].arrays)
          if (regions.placement(array).region == region) stable = false;
      }
    }
    d_stable[id] = stable;
  }
}

}  // namespace launchproof::analysis
