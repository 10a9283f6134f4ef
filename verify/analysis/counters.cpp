#include "verify/analysis/counters.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace launchproof::analysis {

using model::AccessKind;
using model::kNone;
using model::Site;
using model::SiteId;

namespace {

std::size_t place_of(const model::KernelModel& kernel, SiteId site) {
  const auto& events = kernel.blocks[kernel.sites[site].block].events;
  const auto found = std::ranges::find_if(events, [&](const model::Event& event) {
    return event.kind == model::Event::Kind::Site && event.index == site;
  });
  return static_cast<std::size_t>(found - events.begin());
}

bool may_follow(const FlowGraph& graph, SiteId first, SiteId second) {
  const model::KernelModel& kernel = graph.kernel();
  const BlockId from = kernel.sites[first].block;
  const BlockId to = kernel.sites[second].block;
  return graph.can_reach(from, to) || (from == to && place_of(kernel, first) < place_of(kernel, second));
}

}  // namespace

Counters::Counters(const FlowGraph& graph, const MemoryRegions& regions, const std::vector<bool>& arbitrary,
                   const Apart& apart) {
  const model::KernelModel& kernel = graph.kernel();
  d_of.assign(kernel.sites.size(), kNone);
  d_alone.assign(regions.size(), false);
  std::vector<std::set<SiteId>> writes(regions.size());
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>, std::size_t>
      known;                             // region, step, bytes
  std::vector<std::uint32_t> region_of;  // by counter
  for (SiteId id = 0; id < kernel.sites.size(); ++id) {
    const Site& site = kernel.sites[id];
    if (site.kind == AccessKind::Read || (site.kind == AccessKind::Atomic && !site.atomic_writes)) continue;
    for (const model::ArrayId array : site.arrays)
      if (regions.placement(array).region != kNone) writes[regions.placement(array).region].insert(id);
    if (site.kind != AccessKind::Atomic || site.added.value_or(0) == 0 || site.arrays.size() != 1) continue;
    const model::ArrayId array = site.arrays.front();
    const std::uint32_t region = regions.placement(array).region;
    if (region == kNone || (array < arbitrary.size() && arbitrary[array])) continue;
    const auto [it, inserted] = known.try_emplace({region, *site.added, site.bytes}, d_counters.size());
    if (inserted) {
      d_counters.push_back({.step = *site.added, .bytes = site.bytes});
      region_of.push_back(region);
    }
    Counter& counter = d_counters[it->second];
    counter.memory = kernel.arrays[array].memory;
    counter.scope = std::min(counter.scope, site.scope);
    counter.calls.push_back(id);
    d_of[id] = static_cast<std::uint32_t>(it->second);
  }
  for (std::size_t i = 0; i < d_counters.size(); ++i) {
    Counter& counter = d_counters[i];
    for (const SiteId write : writes[region_of[i]]) {
      if (d_of[write] == i) continue;
      counter.rivals.push_back(write);
      if (std::ranges::all_of(counter.calls, [&](SiteId call) { return apart.contains({call, write}); }))
        continue;
      const Site& rival = kernel.sites[write];
      // A copy may write at any time. Another atomic does not race with the calls, so nothing orders the two.
      if (rival.kind != AccessKind::Write || rival.copy != kNone) {
        counter.disturbed = true;
        continue;
      }
      counter.written = true;
      counter.renewed = counter.renewed || std::ranges::any_of(counter.calls, [&](SiteId call) {
                          return may_follow(graph, call, write);
                        });
    }
    d_alone[region_of[i]] = counter.rivals.empty();
  }
}

const Counter* Counters::of(SiteId call) const {
  if (d_of[call] == kNone || d_counters[d_of[call]].disturbed) return nullptr;
  return &d_counters[d_of[call]];
}

}  // namespace launchproof::analysis
