// The order that atomics, fences and barriers give accesses to global memory, of all groups (OpenCL C 3.0
// specification, 6.15.12.4; PTX ISA, "Memory Consistency Model").
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/accesses/access_log.h"

namespace launchproof::oracle {

// memory_order as C11 numbers it.
inline bool acquires(std::uint64_t order) {
  return order == 1 || order == 2 || order >= 4;
}
inline bool releases(std::uint64_t order) {
  return order >= 3;
}

// Accesses that come before something: those of each work-item, by its number in the launch, up to a time of
// its own; and single atomics.
struct Past {
  std::vector<std::uint32_t> times;
  std::set<std::pair<std::uint32_t, std::uint32_t>> atomics;  // work-item and time

  void join(const Past& other);
  [[nodiscard]] bool holds(std::uint32_t item, std::uint32_t time) const;
};

// A work-item, as scopes tell them apart.
struct Member {
  std::uint32_t item = 0;  // number in the launch
  std::uint32_t group = 0;
  std::uint32_t sub_group = 0;
};

// The past that a read of an atomic's value acquires.
struct Released {
  Past past;
  AtomicScope scope = AtomicScope::Device;
  Member by;
};

// The releases that a place of memory carries: those of the last store, of the updates since, and of earlier
// accesses by the work-item that made the store.
using Carried = std::vector<Released>;

class Progress {
 public:
  Progress() = default;
  // `observed`: an atomic comes before those that read its value, whatever its order, as in CUDA.
  Progress(const Member& member, std::size_t items, bool observed);

  [[nodiscard]] std::uint32_t time() const { return d_past.times.empty() ? 0 : d_past.times[d_member.item]; }
  [[nodiscard]] bool comes_after(std::uint32_t item, std::uint32_t time) const;

  void fence(std::uint64_t order, AtomicScope scope);
  // Is called before the access, and after it.
  void begin_atomic(const Carried& carried, std::uint64_t order, AtomicScope scope, bool reads);
  void end_atomic(Carried& carried, std::uint64_t order, AtomicScope scope, AccessKind kind);
  // Puts all that these work-items did before everything that they do from now on.
  static void meet(const std::vector<Progress*>& all);

 private:
  void step() { ++d_past.times[d_member.item]; }

  Member d_member;
  bool d_observed = false;
  Past d_past;
  std::vector<Released> d_fenced;   // by fences of its own, for the atomics after them
  std::vector<Released> d_pending;  // read, for a fence behind
};

}  // namespace launchproof::oracle
