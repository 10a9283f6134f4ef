#include "verify/analysis/counters.h"

#include <algorithm>

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

Counters::Counters(const FlowGraph& graph, const MemoryRegions& regions, const std::vector<bool>& arbitrary) {
  const model::KernelModel& kernel = graph.kernel();
  d_counters.resize(regions.size());
  d_of.assign(kernel.sites.size(), kNone);
  std::vector<bool> spoilt(regions.size(), false);
  std::vector<std::vector<SiteId>> writes(regions.size());
  for (SiteId id = 0; id < kernel.sites.size(); ++id) {
    const Site& site = kernel.sites[id];
    if (site.kind == AccessKind::Read || (site.kind == AccessKind::Atomic && !site.atomic_writes)) continue;
    const bool counts = site.kind == AccessKind::Atomic && site.added.value_or(0) != 0;
    for (const model::ArrayId array : site.arrays) {
      const std::uint32_t region = regions.placement(array).region;
      if (region == kNone) continue;
      if (site.kind == AccessKind::Write && site.copy == kNone) {
        writes[region].push_back(id);
        continue;
      }
      // A copy writes when it likes; another atomic does not race with the calls, so nothing orders the two.
      Counter& counter = d_counters[region];
      const bool first = counter.calls.empty();
      const bool fits = counts && site.arrays.size() == 1 &&
                        !(array < arbitrary.size() && arbitrary[array]) &&
                        (first || (counter.step == *site.added && counter.bytes == site.bytes));
      if (!fits) {
        spoilt[region] = true;
        continue;
      }
      counter.step = *site.added;
      counter.bytes = site.bytes;
      counter.memory = kernel.arrays[array].memory;
      counter.scope = std::min(counter.scope, site.scope);
      counter.calls.push_back(id);
    }
  }
  for (std::uint32_t region = 0; region < d_counters.size(); ++region) {
    Counter& counter = d_counters[region];
    if (spoilt[region]) counter.calls.clear();
    counter.written = !writes[region].empty();
    for (const SiteId call : counter.calls) {
      d_of[call] = region;
      for (const SiteId write : writes[region])
        counter.renewed = counter.renewed || may_follow(graph, call, write);
    }
  }
}

const Counter* Counters::of(SiteId call) const {
  return d_of[call] == kNone ? nullptr : &d_counters[d_of[call]];
}

}  // namespace launchproof::analysis
