#include "verify/two_thread/guesses/barrier_intervals.h"

#include <algorithm>
#include <map>
#include <set>

#include "verify/two_thread/terms/memory.h"

namespace launchproof::two_thread {

using model::AccessKind;
using model::BarrierId;
using model::BlockId;
using model::kNone;
using model::SiteId;

namespace {

// By site: barriers from which control reaches it without passing another barrier that orders the memory;
// kNone: the start.
using Starts = std::vector<std::set<BarrierId>>;

Starts starts_of(const model::KernelModel& kernel, model::Memory memory) {
  Starts result(kernel.sites.size());
  Starts at_begin(kernel.blocks.size());
  std::vector<BlockId> open{0};
  at_begin[0].insert(kNone);
  while (!open.empty()) {
    const BlockId id = open.back();
    open.pop_back();
    std::set<BarrierId> now = at_begin[id];
    for (const model::Event& event : kernel.blocks[id].events) {
      if (event.kind == model::Event::Kind::Site)
        result[event.index].insert(now.begin(), now.end());
      else if (event.kind == model::Event::Kind::Barrier && orders(kernel.barriers[event.index], memory))
        now = {event.index};
    }
    for (const BlockId next : kernel.blocks[id].successors) {
      const std::size_t before = at_begin[next].size();
      at_begin[next].insert(now.begin(), now.end());
      if (at_begin[next].size() != before) open.push_back(next);
    }
  }
  return result;
}

bool have_common(const std::set<BarrierId>& one, const std::set<BarrierId>& other) {
  return std::ranges::any_of(one, [&](BarrierId id) { return other.contains(id); });
}

}  // namespace

std::vector<bool> reads_apart_from_writes(const Setting& setting) {
  const model::KernelModel& kernel = setting.kernel;
  std::vector<bool> result(kernel.sites.size(), false);
  if (std::ranges::any_of(kernel.blocks, [](const model::Block& one) { return one.excluded_by != kNone; }))
    return result;
  std::vector<std::vector<SiteId>> writes(setting.regions.size());  // by region
  for (SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.kind == AccessKind::Read || site.observes) continue;
    for (const model::ArrayId array : site.arrays)
      if (const std::uint32_t region = setting.regions.placement(array).region; region != kNone)
        writes[region].push_back(id);
  }
  std::map<model::Memory, Starts> starts;
  const auto is_apart = [&](SiteId read, model::ArrayId array) {
    const std::uint32_t region = setting.regions.placement(array).region;
    if (region == kNone) return true;
    const model::Memory declared = kernel.arrays[array].memory;
    const model::Memory memory = declared == model::Memory::Constant ? model::Memory::Global : declared;
    const auto [entry, is_new] = starts.try_emplace(memory);
    if (is_new) entry->second = starts_of(kernel, memory);
    return std::ranges::none_of(writes[region], [&](SiteId write) {
      return kernel.sites[write].copy != kNone || have_common(entry->second[read], entry->second[write]);
    });
  };
  for (SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    result[id] = site.kind == AccessKind::Read && !site.observes && site.copy == kNone &&
                 std::ranges::all_of(site.arrays, [&](model::ArrayId array) { return is_apart(id, array); });
  }
  return result;
}

}  // namespace launchproof::two_thread
