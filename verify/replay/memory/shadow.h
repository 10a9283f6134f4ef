// The shadow memory, which records accesses to each byte or word.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "verify/replay/memory/image.h"

namespace launchproof::replay {

// One access, packed: the work-item, the barrier interval, and the place in the program. 0: none. Work-items
// are numbered from 1 across the launch, intervals from 1 within the group; interval 0 is ordered before all
// others. A site number from AccessSets::kFirst on stands for a set of sites.
struct Trace {
  std::uint64_t bits = 0;
  static Trace make(std::uint32_t item, std::uint32_t interval, std::uint32_t site) {
    return {static_cast<std::uint64_t>(item) << 32 | static_cast<std::uint64_t>(interval) << 16 | site};
  }
  std::uint32_t item() const { return static_cast<std::uint32_t>(bits >> 32); }
  std::uint32_t interval() const { return bits >> 16 & 0xffff; }
  std::uint32_t site() const { return bits & 0xffff; }
  std::uint64_t who_and_when() const { return bits >> 16; }
  Trace with_site(std::uint32_t site) const { return {(bits & ~std::uint64_t{0xffff}) | site}; }
  explicit operator bool() const { return bits != 0; }
};
inline constexpr std::uint32_t kMaximumInterval = 0xffff;
inline constexpr std::uint32_t kMaximumSite = 0x7fff;

// Sets of accesses that one work-item made to one place in one barrier interval, with at most one site of
// each kind.
class AccessSets {
 public:
  static constexpr std::uint32_t kFirst = kMaximumSite + 1;
  using Members = std::array<std::uint16_t, 4>;  // by SiteKind; 0: none

  explicit AccessSets(const std::vector<SiteSpec>& sites)
      : d_sites(sites), d_sets(kMaximumSite), d_covers(sites.size()) {}

  // Returns the members of a set, or the single site.
  Members members(std::uint32_t site) const {
    if (site >= kFirst) return d_sets[site - kFirst];
    Members one{};
    one[static_cast<std::size_t>(d_sites[site].kind)] = static_cast<std::uint16_t>(site);
    return one;
  }
  // Returns the union of `set` and `site`: `set` itself if it has a site of this kind, or `site` alone if
  // there is no room for more sets. Safe to call from several threads.
  std::uint32_t add(std::uint32_t set, std::uint32_t site);

  // Returns whether a set was lost because there was no room.
  bool is_full() const { return d_count == d_sets.size(); }

  // Records that a write at this site replaced the record of an access that was ordered before it, or changed
  // what its work-item had written in the same interval. Another write that stores equal bytes there is
  // compared only with this write, so a race with the earlier contents is not seen. Safe to call from several
  // threads.
  void cover(std::uint32_t site) { d_covers[site].store(true, std::memory_order_relaxed); }
  bool covers(std::uint32_t set) const {
    const Members all = members(set);
    return std::ranges::any_of(
        all, [&](std::uint16_t site) { return site != 0 && d_covers[site].load(std::memory_order_relaxed); });
  }

 private:
  const std::vector<SiteSpec>& d_sites;
  std::mutex d_mutex;
  std::vector<Members> d_sets;  // never reallocated, so that readers need no lock
  std::uint32_t d_count = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> d_known;
  std::vector<std::atomic<bool>> d_covers;  // by site
};

// The work-items of one group have numbers in [first, first + count).
struct ItemRange {
  std::uint32_t first = 0, count = 0;
  bool contains(std::uint32_t item) const { return item - first < count; }
};

// The traces in a cell's three planes: first a write, then the accesses that it is not ordered after.
struct CellSlots {
  Trace* slots[3];  // null for planes that do not exist
};

// Returns which of the two recorded reads (or atomics) the new one `now` replaces: 0, 1, or 2 for none. Two
// records suffice: a later access that conflicts with any of these reads conflicts with one of the two.
unsigned replaced(const Trace (&kept)[2], Trace now, const ItemRange& group, std::uint32_t group_items);

}  // namespace launchproof::replay
