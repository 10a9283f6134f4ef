#include "verify/analysis/stable_reads.h"

#include <algorithm>
#include <map>
#include <utility>

namespace launchproof::analysis {

using model::Event;
using model::kNone;
using model::Memory;
using model::SiteId;

namespace {

bool writes(const model::Site& site) {
  return site.kind == model::AccessKind::Write ||
         (site.kind == model::AccessKind::Atomic && site.atomic_writes);
}

// What control can come to from a point without a barrier that orders local (or global) memory in between.
struct Reached {
  std::vector<bool> sites, blocks;  // blocks from their start
};

class Walker {
 public:
  // `level`: SubGroup takes the barriers of sub-groups for ends as well.
  Walker(const model::KernelModel& kernel, bool local, model::ConvergenceLevel level)
      : d_kernel(kernel), d_local(local), d_level(level) {}

  bool orders(const model::Barrier& barrier) const {
    return barrier.level <= d_level && (d_local ? barrier.local_fence : barrier.global_fence);
  }

  // What control can come to from the entry, and from each barrier that orders.
  std::vector<Reached> intervals() const {
    std::vector<Reached> result{from(0, 0)};
    for (model::BarrierId id = 0; id < d_kernel.barriers.size(); ++id)
      if (orders(d_kernel.barriers[id]))
        result.push_back(after(d_kernel.barriers[id].block, Event::Kind::Barrier, id));
    return result;
  }

  // From event number `event` of `block`.
  Reached from(BlockId block, std::size_t event) const {
    Reached result{std::vector<bool>(d_kernel.sites.size()), std::vector<bool>(d_kernel.blocks.size())};
    std::vector<std::pair<BlockId, std::size_t>> work{{block, event}};
    while (!work.empty()) {
      const auto [at, first] = work.back();
      work.pop_back();
      const model::Block& here = d_kernel.blocks[at];
      bool ended = false;
      for (std::size_t i = first; i < here.events.size() && !ended; ++i) {
        if (here.events[i].kind == Event::Kind::Site) result.sites[here.events[i].index] = true;
        ended =
            here.events[i].kind == Event::Kind::Barrier && orders(d_kernel.barriers[here.events[i].index]);
      }
      if (ended) continue;
      for (const BlockId next : here.successors) {
        if (result.blocks[next]) continue;
        result.blocks[next] = true;
        work.emplace_back(next, 0);
      }
    }
    return result;
  }

  const Reached& from_start(BlockId block) {
    const auto [it, inserted] = d_from_start.try_emplace(block);
    if (inserted) it->second = from(block, 0);
    return it->second;
  }

  // After the event of this kind and number.
  Reached after(BlockId block, Event::Kind kind, std::uint32_t index) const {
    const auto& events = d_kernel.blocks[block].events;
    std::size_t i = 0;
    while (i < events.size() && (events[i].kind != kind || events[i].index != index)) ++i;
    return from(block, i + 1);
  }

 private:
  const model::KernelModel& d_kernel;
  bool d_local;
  model::ConvergenceLevel d_level;
  std::map<BlockId, Reached> d_from_start;
};

// Regions that asynchronous copies write: at a moment that neither a barrier nor the program's order fixes.
std::vector<bool> copied_into(const model::KernelModel& kernel, const MemoryRegions& regions) {
  std::vector<bool> result;
  for (const model::Site& site : kernel.sites) {
    if (site.copy == kNone || !writes(site)) continue;
    for (const model::ArrayId array : site.arrays) {
      const std::uint32_t region = regions.placement(array).region;
      if (region == kNone) continue;
      if (result.size() <= region) result.resize(region + 1, false);
      result[region] = true;
    }
  }
  return result;
}

}  // namespace

StableReads::StableReads(const FlowGraph& graph, const MemoryRegions& regions, bool lock_step,
                         const std::vector<bool>& arbitrary)
    : d_kernel(graph.kernel()) {
  const model::KernelModel& kernel = d_kernel;
  const std::size_t sites = kernel.sites.size();
  const std::vector<bool> copied = copied_into(kernel, regions);
  d_shared.assign(sites, false);
  d_initial.assign(sites, false);
  d_earlier.resize(sites);
  d_interval.assign(sites, 0);
  d_local_barrier.assign(kernel.loops.size(), false);
  d_global_barrier.assign(kernel.loops.size(), false);
  for (const bool local : {true, false}) {
    Walker walker(kernel, local, model::ConvergenceLevel::SubGroup);
    const std::vector<Reached> intervals = walker.intervals();
    // What others of the group may do meanwhile.
    const std::vector<Reached> of_group = Walker(kernel, local, model::ConvergenceLevel::Group).intervals();
    for (const model::Barrier& barrier : kernel.barriers) {
      if (!walker.orders(barrier)) continue;
      for (LoopId loop = kernel.blocks[barrier.block].loop; loop != kNone; loop = kernel.loops[loop].parent)
        (local ? d_local_barrier : d_global_barrier)[loop] = true;
    }
    // Something may write to the region in an interval of the group in which the read is.
    const auto may_change = [&](SiteId read, std::uint32_t region) {
      return std::ranges::any_of(of_group, [&](const Reached& interval) {
        if (!interval.sites[read]) return false;
        for (SiteId write = 0; write < sites; ++write)
          if (interval.sites[write] && writes(kernel.sites[write]) &&
              std::ranges::any_of(kernel.sites[write].arrays, [&](model::ArrayId array) {
                return regions.placement(array).region == region;
              }))
            return true;
        return false;
      });
    };
    std::vector<SiteId> reads;
    for (SiteId id = 0; id < sites; ++id) {
      const model::Site& site = kernel.sites[id];
      if (site.kind == model::AccessKind::Write || site.arrays.size() != 1) continue;
      const Memory memory = kernel.arrays[site.arrays[0]].memory;
      const bool here =
          local ? memory == Memory::Local : memory == Memory::Global || memory == Memory::Constant;
      const std::uint32_t region = regions.placement(site.arrays[0]).region;
      if (!here || region == kNone || (region < copied.size() && copied[region])) continue;
      // In exactly one interval that begins at a certain place, or in one of its own.
      const auto holds = [&](const Reached& interval) { return interval.sites[id]; };
      const auto first = std::ranges::find_if(intervals, holds);
      const bool one = std::ranges::count_if(intervals, holds) == 1;
      d_interval[id] = static_cast<std::uint32_t>(one ? first - intervals.begin() : intervals.size() + id);
      if (site.kind != model::AccessKind::Read) continue;
      const bool is_arbitrary = site.arrays[0] < arbitrary.size() && arbitrary[site.arrays[0]];
      if ((lock_step || is_arbitrary) && regions.is_written(region)) continue;
      // No race is looked for with what reads for an annotation, or is taken out by one.
      if ((site.observes || site.non_temporal) && regions.is_written(region) &&
          (!local || may_change(id, region)))
        continue;
      d_shared[id] = true;
      reads.push_back(id);
      d_initial[id] = !local && one && first == intervals.begin();
    }
    for (SiteId write = 0; write < sites; ++write) {
      const model::Site& site = kernel.sites[write];
      if (!writes(site)) continue;
      const Reached next = walker.after(site.block, Event::Kind::Site, write);
      for (const SiteId read : reads) {
        if (!next.sites[read]) continue;
        const std::uint32_t region = regions.placement(kernel.sites[read].arrays[0]).region;
        if (std::ranges::none_of(
                site.arrays, [&](model::ArrayId array) { return regions.placement(array).region == region; }))
          continue;
        EarlierWrite earlier{write, {}};
        const LoopId common =
            graph.common(kernel.blocks[site.block].loop, kernel.blocks[kernel.sites[read].block].loop);
        for (const LoopId loop : graph.chain(common)) {
          const BlockId header = kernel.loops[loop].header;
          if (next.blocks[header] && walker.from_start(header).sites[read]) earlier.again.push_back(loop);
        }
        d_earlier[read].push_back(std::move(earlier));
        d_initial[read] = false;
      }
    }
  }
}

bool StableReads::counts(LoopId loop, SiteId site) const {
  const bool local = d_kernel.arrays[d_kernel.sites[site].arrays[0]].memory == Memory::Local;
  return (local ? d_local_barrier : d_global_barrier)[loop];
}

}  // namespace launchproof::analysis
