// Collects what replays see, one record for each pair of lines, with a count.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "verify/replay/memory/seen.h"

namespace launchproof::replay {

// The kind of what an asynchronous copy does that nothing waits for, as in verdict::Finding.
inline constexpr const char* kNeverWaited = "copy never waited for";

class SeenLog {
 public:
  // Returns the record of what was seen at these two places of the program (numbers of any kind), counted
  // once an instance. The caller fills in its participants when it has none.
  Seen& note(verdict::Property property, const char* kind, std::uint32_t one, std::uint32_t two,
             std::uint64_t instance);
  // Adds the other log. Of records in both, the one whose work-items have lower numbers stays.
  void merge(SeenLog&& other);
  // Returns what was seen, in the order in which the lowest work-items first saw it.
  std::vector<Seen> take();

 private:
  using Key = std::tuple<verdict::Property, std::string, std::uint32_t, std::uint32_t>;
  struct Entry {
    Seen seen;
    std::uint64_t instance = UINT64_MAX;  // that was counted last
    std::uint64_t order = 0;
  };
  std::map<Key, Entry> d_entries;
  std::uint64_t d_next = 0;
};

}  // namespace launchproof::replay
