// Tracks which accesses of other groups atomics and fences order before a work-item's accesses to global
// memory. It may order more than the languages promise, so accesses that it leaves unordered certainly race.
// All accesses of a work-item in one barrier interval count as released together, a fence of OpenCL C 1.x
// counts as one of the device, and an atomic of CUDA acquires whatever its order. Within a group, each atomic
// passes everything that its work-item knows to all work-items that use the same place.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace launchproof::replay {

class Storage;

// `order` is a C11 memory_order as a number.
inline bool is_acquiring(std::uint32_t order) {
  return order == 1 || order == 2 || order >= 4;
}
inline bool is_releasing(std::uint32_t order) {
  return order >= 3;
}

// Accesses that happen before some point.
struct Knowledge {
  using Intervals = std::unordered_map<std::uint32_t, std::uint32_t>;
  Intervals groups;   // by group number: the accesses of all its work-items in earlier barrier intervals
  Intervals items;    // by work-item number: its own accesses up to this interval
  Intervals atomics;  // the same for its atomics

  bool is_empty() const { return groups.empty() && items.empty() && atomics.empty(); }
  std::uint64_t size() const { return groups.size() + items.size() + atomics.size(); }
  void join(const Knowledge& other) {
    join(groups, other.groups);
    join(items, other.items);
    join(atomics, other.atomics);
  }
  static bool holds(const Intervals& intervals, std::uint32_t number, std::uint32_t interval) {
    const auto found = intervals.find(number);
    return found != intervals.end() && found->second >= interval;
  }
  static void join(Intervals& into, const Intervals& from) {
    for (const auto& [number, interval] : from) put(into, number, interval);
  }
  static void put(Intervals& into, std::uint32_t number, std::uint32_t interval) {
    std::uint32_t& known = into[number];
    known = std::max(known, interval);
  }
};

// The order as known to one work-item.
struct ItemOrder {
  using Place = std::pair<const Storage*, std::uint64_t>;
  Knowledge known;
  Knowledge released;  // released by its latest fence, for later atomics
  bool has_released = false;
  Knowledge pending;  // read by atomics, for a later fence
  // By place: what its atomics released by their own order. Later stores of its own at the place continue the
  // release sequence (OpenCL C 3.0 specification, 6.15.12.4; PTX ISA, "Release and Acquire Patterns").
  std::map<Place, Knowledge> released_at;
};

// The order shared by the groups of an execution.
struct LaunchOrder {
  std::mutex mutex;
  // Maps an atomic's place, and a group (from 1), to what its work-items publish.
  std::map<std::tuple<const Storage*, std::uint64_t, std::uint32_t>, Knowledge> carried;
  std::uint64_t cost = 0;             // number of entries copied
  std::atomic<bool> is_lost = false;  // tracking was too expensive and stopped: no accesses are known to be
                                      // unordered
};
inline constexpr std::uint64_t kMostOrderCost = 20'000'000;

}  // namespace launchproof::replay
