// Candidates that fell, shared by all concurrent searches for them.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "verify/two_thread/terms/problem.h"

namespace launchproof::two_thread {

// Why a candidate fell.
enum class Fall : std::uint8_t { None, OnEntry, NotMaintained, Undecided };

// All members may be called from any thread. The pool proves nothing: if an engine drops its candidates, it
// only has fewer guesses.
class Pool {
 public:
  static constexpr std::uint32_t kHoudini = 0;
  struct Entry {
    Fall why = Fall::None;        // None: it has not fallen so far
    std::uint32_t by = kHoudini;  // number of the engine that found it
  };

  explicit Pool(std::size_t candidates) : d_entries(candidates) {}

  // Returns whether the candidate had not fallen before.
  bool add(CandidateId id, Fall why, std::uint32_t by) {
    const std::scoped_lock lock(d_mutex);
    if (d_entries[id].why != Fall::None) return false;
    d_entries[id] = {why, by};
    ++d_size;
    return true;
  }
  std::vector<Entry> entries() const {
    const std::scoped_lock lock(d_mutex);
    return d_entries;
  }
  Entry entry(CandidateId id) const {
    const std::scoped_lock lock(d_mutex);
    return d_entries[id];
  }
  // Returns how many candidates have fallen. The number only grows.
  std::size_t size() const {
    const std::scoped_lock lock(d_mutex);
    return d_size;
  }

 private:
  mutable std::mutex d_mutex;
  std::vector<Entry> d_entries;
  std::size_t d_size = 0;
};

}  // namespace launchproof::two_thread
