#include "verify/replay/memory/shadow.h"

namespace launchproof::replay {

std::uint32_t AccessSets::add(std::uint32_t set, std::uint32_t site) {
  Members both = members(set);
  std::uint16_t& place = both[static_cast<std::size_t>(d_sites[site].kind)];
  if (place != 0) return set;
  place = static_cast<std::uint16_t>(site);
  std::uint64_t key = 0;
  for (const std::uint16_t member : both) key = key << 16 | member;
  const std::lock_guard lock(d_mutex);
  const auto [found, made] = d_known.try_emplace(key, kFirst + d_count);
  if (!made) return found->second;
  if (d_count == d_sets.size()) {
    d_known.erase(found);
    return site;
  }
  d_sets[d_count++] = both;
  return found->second;
}

// If the reads are by several groups, one read of each of two groups conflicts with everything that conflicts
// with any read. If all are by one group, later accesses of that group only conflict with those of the latest
// interval, for which two different work-items suffice; other groups conflict with every read.
unsigned replaced(const Trace (&kept)[2], Trace now, const ItemRange& group, std::uint32_t group_items) {
  const auto group_of = [&](Trace trace) { return (trace.item() - 1) / group_items; };
  const bool mine[2] = {group.contains(kept[0].item()), group.contains(kept[1].item())};
  if (mine[0] && mine[1]) {
    if (kept[0].interval() != now.interval()) return 0;
    return kept[1].interval() != now.interval() ? 1 : 2;
  }
  if (mine[0]) return 0;
  if (mine[1]) return 1;
  return group_of(kept[0]) == group_of(kept[1]) ? 1 : 2;
}

}  // namespace launchproof::replay
