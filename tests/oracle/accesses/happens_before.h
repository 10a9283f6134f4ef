// The order between accesses to global memory by atomics, fences and barriers, across all groups (OpenCL C
// 3.0 specification, 6.15.12.4; PTX ISA, "Memory Consistency Model").
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/accesses/access_log.h"

namespace launchproof::oracle {

// Whether this C11 memory_order number is an acquire.
inline bool acquires(std::uint64_t order) {
  return order == 1 || order == 2 || order >= 4;
}
inline bool releases(std::uint64_t order) {
  return order >= 3;
}

// Accesses that happen before some point: those of each work-item (by its number in the launch) up to some
// time, and individual atomics.
struct Past {
  std::vector<std::uint32_t> times;
  std::set<std::pair<std::uint32_t, std::uint32_t>> atomics;  // work-item and time

  void join(const Past& other);
  [[nodiscard]] bool holds(std::uint32_t item, std::uint32_t time) const;
};

// A work-item, with the data that scopes need.
struct Member {
  std::uint32_t item = 0;  // number in the launch
  std::uint32_t group = 0;
  std::uint32_t sub_group = 0;
};

// The past acquired by reading an atomic's value.
struct Released {
  Past past;
  AtomicScope scope = AtomicScope::Device;
  Member by;
};

// The releases carried by a place in memory: those of the last store, of updates since then, and of earlier
// accesses by the work-item that made the store.
using Carried = std::vector<Released>;

class Progress {
 public:
  Progress() = default;
  // `observed`: an atomic happens before those that read its value, whatever its order, as in CUDA.
  Progress(const Member& member, std::size_t items, bool observed);

  [[nodiscard]] std::uint32_t time() const { return d_past.times.empty() ? 0 : d_past.times[d_member.item]; }
  [[nodiscard]] bool comes_after(std::uint32_t item, std::uint32_t time) const;

  void fence(std::uint64_t order, AtomicScope scope);
  // Called before and after the access.
  void begin_atomic(const Carried& carried, std::uint64_t order, AtomicScope scope, bool reads);
  void end_atomic(Carried& carried, std::uint64_t order, AtomicScope scope, AccessKind kind);
  // Orders everything that these work-items did so far before everything that they do from now on.
  static void meet(const std::vector<Progress*>& all);

 private:
  void step() { ++d_past.times[d_member.item]; }

  Member d_member;
  bool d_observed = false;
  Past d_past;
  std::vector<Released> d_fenced;   // released by its own fences, for later atomics
  std::vector<Released> d_pending;  // values read, for a later fence
};

}  // namespace launchproof::oracle
