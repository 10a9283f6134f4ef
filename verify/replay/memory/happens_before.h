// The accesses of other groups that atomics and fences put before a work-item's accesses to global memory. It
// may tell more than languages promise, so that what it leaves unordered races: all accesses of a work-item
// in one barrier interval count as released together, a fence of OpenCL C 1.x counts as one of the device,
// and an atomic of CUDA acquires whatever its order. Within a group, each atomic tells those that reach its
// place everything that its work-item knows.
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

// memory_order as C11 numbers it.
inline bool is_acquiring(std::uint32_t order) {
  return order == 1 || order == 2 || order >= 4;
}
inline bool is_releasing(std::uint32_t order) {
  return order >= 3;
}

// Accesses that come before something.
struct Knowledge {
  using Intervals = std::unordered_map<std::uint32_t, std::uint32_t>;
  Intervals groups;   // by number of the group: those of all its work-items in earlier barrier intervals
  Intervals items;    // by number of the work-item: its own up to this interval
  Intervals atomics;  // likewise, of its atomics

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

// The order as one work-item knows it.
struct ItemOrder {
  using Place = std::pair<const Storage*, std::uint64_t>;
  Knowledge known;
  Knowledge released;  // by its latest fence, for the atomics after it
  bool has_released = false;
  Knowledge pending;  // read by atomics, for a fence after them
  // By its atomics, of their own order, at each place: later stores there of its own continue with the
  // release sequence (OpenCL C 3.0 specification, 6.15.12.4; PTX ISA, "Release and Acquire Patterns").
  std::map<Place, Knowledge> released_at;
};

// The order as the groups of an execution share it.
struct LaunchOrder {
  std::mutex mutex;
  // By the place of an atomic; and the group, from 1, for what its work-items tell each other.
  std::map<std::tuple<const Storage*, std::uint64_t, std::uint32_t>, Knowledge> carried;
  std::uint64_t cost = 0;             // entries that were copied
  std::atomic<bool> is_lost = false;  // it became too much: nothing is known to be unordered
};
inline constexpr std::uint64_t kMostOrderCost = 20'000'000;

}  // namespace launchproof::replay
