// The work-items that a replay watches, and what they did.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace launchproof::replay {

// An access of one of the two work-items that a witness names, at one of the lines that it names.
struct WatchedAccess {
  const void* storage = nullptr;
  std::uint64_t offset = 0;
  std::uint32_t interval = 0;  // of barriers; of a copy, that of its call
  std::uint32_t other_interval =
      0;  // if images and pointers reach the storage: the interval of the barriers that order the others
  std::uint32_t site = 0;
  std::uint32_t phase = 0;  // meetings of the group before; of a copy, its call included
  std::uint32_t copy = 0;   // the number of the copy in its group that makes the access; 0: a work-item does
  bool is_local = false;    // its storage is another one in each group
  bool is_image = false;
  // The sub-group of the work-item that makes the access, and intervals as the two above between its
  // barriers. UINT32_MAX: a copy is in none.
  std::uint32_t sub_group = UINT32_MAX;
  std::uint32_t sub_interval = 0, other_sub_interval = 0;
  std::uint32_t object = 0;   // by its number
  std::int64_t in_array = 0;  // the offset from where the kernel's pointer to the object points
};

inline constexpr std::size_t kMaximumWatched = 1'000'000;

// A step of a watched work-item, at any place.
struct WatchedStep {
  enum class Kind : std::uint8_t { Access, Outside, Barrier, Assertion };
  static constexpr std::size_t kValueBytes = 16;  // kept of a wider access

  Kind kind = Kind::Access;
  std::uint32_t place = 0;        // number of the site, barrier or assertion
  std::uint32_t phase = 0;        // meetings that the group had passed
  std::uint32_t object = 0;       // of an access; 0: none
  std::uint32_t interval = 0;     // of barriers, in which it is unordered with others of its group
  const void* storage = nullptr;  // of an access
  std::uint64_t order = 0;        // of all steps
  std::uint64_t offset = 0;       // in the storage; outside: from the array's start
  std::array<std::uint8_t, kValueBytes> value{};
  std::array<std::uint8_t, kValueBytes> before{};  // of a write: what its bytes held
  std::uint32_t value_bytes = 0;
};

inline constexpr std::size_t kMaximumSteps = 200'000;  // of a work-item; beyond, none are shown

struct Watch {
  std::uint32_t item = 0;
  std::vector<bool> sites;                      // by site number
  std::map<std::uint32_t, std::uint32_t> ends;  // copies that were waited for, and after which meeting
  std::vector<WatchedAccess> accesses;
  std::vector<WatchedStep> steps;
};

}  // namespace launchproof::replay
