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

constexpr std::size_t kMostWrites = 6;  // number of writes before a read among which the last one is looked
                                        // for

bool writes(const model::Site& site) {
  return site.kind == model::AccessKind::Write ||
         (site.kind == model::AccessKind::Atomic && site.atomic_writes);
}

// The code that control can reach from a point without passing a barrier that orders local (or global)
// memory.
struct Reached {
  std::vector<bool> sites, blocks;  // blocks that are entered at their start
};

class Walker {
 public:
  // `level`: SubGroup means that barriers of sub-groups also end intervals.
  Walker(const model::KernelModel& kernel, bool local, model::ConvergenceLevel level)
      : d_kernel(kernel), d_local(local), d_level(level) {}

  bool orders(const model::Barrier& barrier) const {
    return barrier.level <= d_level && (d_local ? barrier.local_fence : barrier.global_fence);
  }

  // Returns what control can reach from the entry, and from each ordering barrier.
  std::vector<Reached> intervals() const {
    std::vector<Reached> result{from(0, 0)};
    for (model::BarrierId id = 0; id < d_kernel.barriers.size(); ++id)
      if (orders(d_kernel.barriers[id]))
        result.push_back(after(d_kernel.barriers[id].block, Event::Kind::Barrier, id));
    return result;
  }

  // Starts at event number `event` of `block`.
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

  // Returns whether control can get from the point to `goal` without an ordering barrier and without passing
  // `passed`.
  bool comes_to(SiteId goal, BlockId block, std::size_t event, SiteId passed) const {
    std::vector<bool> seen(d_kernel.blocks.size());
    std::vector<std::pair<BlockId, std::size_t>> work{{block, event}};
    while (!work.empty()) {
      const auto [at, first] = work.back();
      work.pop_back();
      const model::Block& here = d_kernel.blocks[at];
      bool ended = false;
      for (std::size_t i = first; i < here.events.size() && !ended; ++i) {
        const Event& event_here = here.events[i];
        const bool is_site = event_here.kind == Event::Kind::Site;
        if (is_site && event_here.index == goal) return true;
        ended = is_site
                    ? event_here.index == passed
                    : event_here.kind == Event::Kind::Barrier && orders(d_kernel.barriers[event_here.index]);
      }
      if (ended) continue;
      for (const BlockId next : here.successors) {
        if (seen[next]) continue;
        seen[next] = true;
        work.emplace_back(next, 0);
      }
    }
    return false;
  }

  // Returns the place right after the event of this kind and number.
  std::pair<BlockId, std::size_t> behind(BlockId block, Event::Kind kind, std::uint32_t index) const {
    const auto& events = d_kernel.blocks[block].events;
    std::size_t i = 0;
    while (i < events.size() && (events[i].kind != kind || events[i].index != index)) ++i;
    return {block, i + 1};
  }

  // Returns whether `write` is the last of `writes`, after every ordering barrier, on each path to `read`.
  bool is_last_before(SiteId write, SiteId read, const std::vector<EarlierWrite>& writes) const {
    if (comes_to(read, 0, 0, write)) return false;
    for (model::BarrierId id = 0; id < d_kernel.barriers.size(); ++id) {
      if (!orders(d_kernel.barriers[id])) continue;
      const auto [block, event] = behind(d_kernel.barriers[id].block, Event::Kind::Barrier, id);
      if (comes_to(read, block, event, write)) return false;
    }
    return std::ranges::none_of(writes, [&](const EarlierWrite& other) {
      const auto [block, event] = behind(d_kernel.sites[other.site].block, Event::Kind::Site, other.site);
      return other.site != write && comes_to(read, block, event, write);
    });
  }

  const Reached& from_start(BlockId block) {
    const auto [it, inserted] = d_from_start.try_emplace(block);
    if (inserted) it->second = from(block, 0);
    return it->second;
  }

  // After the event of this kind and number.
  Reached after(BlockId block, Event::Kind kind, std::uint32_t index) const {
    const auto [at, event] = behind(block, kind, index);
    return from(at, event);
  }

 private:
  const model::KernelModel& d_kernel;
  bool d_local;
  model::ConvergenceLevel d_level;
  std::map<BlockId, Reached> d_from_start;
};

// Returns, for each region, whether some write for which `counts` holds goes to it. Regions beyond the end
// are not written.
template <typename Counts>
std::vector<bool> written_regions(const model::KernelModel& kernel, const MemoryRegions& regions,
                                  Counts&& counts) {
  std::vector<bool> result;
  for (const model::Site& site : kernel.sites) {
    if (!writes(site) || !counts(site)) continue;
    for (const model::ArrayId array : site.arrays) {
      const std::uint32_t region = regions.placement(array).region;
      if (region == kNone) continue;
      if (result.size() <= region) result.resize(region + 1, false);
      result[region] = true;
    }
  }
  return result;
}

// Returns whether an asynchronous copy makes the access, at a moment that no barrier or order determines.
bool is_of_copy(const model::Site& site) {
  return site.copy != kNone;
}

// Returns whether the position of the access among those of the work-item is unknown.
bool is_at_some_time(const model::Site& site) {
  return site.in_flight || site.is_elsewhere || site.call != kNone;
}

// Returns whether the read can find one of the components that the write stores if their addresses are equal.
bool may_hand_on(const model::KernelModel& kernel, const model::Site& write, const model::Site& read) {
  constexpr std::uint32_t kByte = 8;
  return write.kind == model::AccessKind::Write && write.arrays.size() == 1 && write.arrays[0] != 0 &&
         kernel.arrays[write.arrays[0]].memory == kernel.arrays[read.arrays[0]].memory &&
         write.inside == kNone && write.component_bytes == read.component_bytes &&
         write.bytes >= read.bytes && write.written.size() * write.component_bytes == write.bytes &&
         std::ranges::all_of(write.written, [&](model::ValueId value) {
           return kernel.values[value].width == write.component_bytes * kByte;
         });
}

// Returns the write of the same work-item that the read finds if their addresses are equal, or kNone.
SiteId last_write_of(const Walker& walker, const FlowGraph& graph, SiteId read,
                     const std::vector<EarlierWrite>& earlier) {
  const model::KernelModel& kernel = graph.kernel();
  const model::Site& to = kernel.sites[read];
  if (to.non_temporal || earlier.size() > kMostWrites) return kNone;
  // An annotation may ask for the contents of global memory at the time of a snapshot.
  if (to.observes && kernel.arrays[to.arrays[0]].memory != Memory::Local) return kNone;
  for (const EarlierWrite& write : earlier) {
    const model::Site& from = kernel.sites[write.site];
    const LoopId loop = kernel.blocks[from.block].loop;
    if (may_hand_on(kernel, from, to) && graph.common(loop, kernel.blocks[to.block].loop) == loop &&
        walker.is_last_before(write.site, read, earlier))
      return write.site;
  }
  return kNone;
}

}  // namespace

StableReads::StableReads(const FlowGraph& graph, const MemoryRegions& regions, bool lock_step,
                         const std::vector<bool>& arbitrary)
    : d_kernel(graph.kernel()) {
  const model::KernelModel& kernel = d_kernel;
  const std::size_t sites = kernel.sites.size();
  const std::vector<bool> copied = written_regions(kernel, regions, is_of_copy);
  d_shared.assign(sites, false);
  d_initial.assign(sites, false);
  d_earlier.resize(sites);
  d_last_write.assign(sites, kNone);
  const std::vector<bool> at_some_time = written_regions(kernel, regions, is_at_some_time);
  d_interval.assign(sites, 0);
  d_local_barrier.assign(kernel.loops.size(), false);
  d_global_barrier.assign(kernel.loops.size(), false);
  for (const bool local : {true, false}) {
    Walker walker(kernel, local, model::ConvergenceLevel::SubGroup);
    const std::vector<Reached> intervals = walker.intervals();
    // The intervals of the group, in which its other work-items may act.
    const std::vector<Reached> of_group = Walker(kernel, local, model::ConvergenceLevel::Group).intervals();
    for (const model::Barrier& barrier : kernel.barriers) {
      if (!walker.orders(barrier)) continue;
      for (LoopId loop = kernel.blocks[barrier.block].loop; loop != kNone; loop = kernel.loops[loop].parent)
        (local ? d_local_barrier : d_global_barrier)[loop] = true;
    }
    // Something may write to the region in an interval of the group that contains the read.
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
    std::vector<SiteId> reads;  // reads that may find what the work-item wrote
    for (SiteId id = 0; id < sites; ++id) {
      const model::Site& site = kernel.sites[id];
      if (site.kind == model::AccessKind::Write || site.arrays.size() != 1) continue;
      const Memory memory = kernel.arrays[site.arrays[0]].memory;
      const bool here =
          local ? memory == Memory::Local : memory == Memory::Global || memory == Memory::Constant;
      const std::uint32_t region = regions.placement(site.arrays[0]).region;
      if (!here || region == kNone || (region < copied.size() && copied[region])) continue;
      // The read is in exactly one interval that begins at a certain place, or in a separate one.
      const auto holds = [&](const Reached& interval) { return interval.sites[id]; };
      const auto first = std::ranges::find_if(intervals, holds);
      const bool one = std::ranges::count_if(intervals, holds) == 1;
      d_interval[id] = static_cast<std::uint32_t>(one ? first - intervals.begin() : intervals.size() + id);
      if (site.kind != model::AccessKind::Read) continue;
      const bool is_arbitrary = site.arrays[0] < arbitrary.size() && arbitrary[site.arrays[0]];
      if ((lock_step || is_arbitrary) && regions.is_written(region)) continue;
      reads.push_back(id);
      // No races are looked for with reads that belong to an annotation or are exempted by one.
      if ((site.observes || site.non_temporal) && regions.is_written(region) &&
          (!local || may_change(id, region)))
        continue;
      d_shared[id] = true;
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
    for (const SiteId read : reads) {
      const std::uint32_t region = regions.placement(kernel.sites[read].arrays[0]).region;
      if (region >= at_some_time.size() || !at_some_time[region])
        d_last_write[read] = last_write_of(walker, graph, read, d_earlier[read]);
    }
  }
}

bool StableReads::counts(LoopId loop, SiteId site) const {
  const bool local = d_kernel.arrays[d_kernel.sites[site].arrays[0]].memory == Memory::Local;
  return (local ? d_local_barrier : d_global_barrier)[loop];
}

}  // namespace launchproof::analysis
