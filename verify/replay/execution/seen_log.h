// Collects the observations of replays, with one record and a count for each pair of lines.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "verify/replay/memory/seen.h"

namespace launchproof::replay {

// The kind for accesses of an asynchronous copy that nothing waits for, as in verdict::Finding.
inline constexpr const char* kNeverWaited = "copy never waited for";

class SeenLog {
 public:
  // Returns the record for observations at these two places of the program (numbers of any kind) and counts
  // it once per instance. If it has no participants, the caller fills them in.
  Seen& note(verdict::Property property, const char* kind, std::uint32_t one, std::uint32_t two,
             std::uint64_t instance);
  // Adds the other log. If both have a record, keeps the one whose work-items have lower numbers.
  void merge(SeenLog&& other);
  // Returns the observations, in the order in which the lowest work-items first made them.
  std::vector<Seen> take();

 private:
  using Key = std::tuple<verdict::Property, std::string, std::uint32_t, std::uint32_t>;
  struct Entry {
    Seen seen;
    std::uint64_t instance = UINT64_MAX;  // the instance that was counted last
    std::uint64_t order = 0;
  };
  std::map<Key, Entry> d_entries;
  std::uint64_t d_next = 0;
};

}  // namespace launchproof::replay
