// The work-items that a replay watches, and their actions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace launchproof::replay {

// An access by one of the two work-items of a witness, at one of the lines of the witness.
struct WatchedAccess {
  const void* storage = nullptr;
  std::uint64_t offset = 0;
  std::uint32_t interval = 0;        // barrier interval; for a copy, that of its call
  std::uint32_t other_interval = 0;  // if both images and pointers access the storage: the interval of the
                                     // barriers that order the other kind
  std::uint32_t site = 0;
  std::uint32_t phase = 0;  // number of earlier meetings of the group; for a copy, including its call
  std::uint32_t copy = 0;   // number, within the group, of the copy that makes the access; 0: a work-item
                            // makes it
  bool is_local = false;    // each group has its own storage
  bool is_image = false;
  // The sub-group of the work-item that makes the access, and the two intervals as above, but between the
  // sub-group's barriers. UINT32_MAX: a copy, which belongs to no sub-group.
  std::uint32_t sub_group = UINT32_MAX;
  std::uint32_t sub_interval = 0, other_sub_interval = 0;
  std::uint32_t object = 0;      // by its number
  std::uint32_t grid_phase = 0;  // number of barriers of the grid that its group had passed
  std::int64_t in_array = 0;     // the offset relative to the kernel's pointer to the object
};

inline constexpr std::size_t kMaximumWatched = 1'000'000;

// A step of a watched work-item at any place.
struct WatchedStep {
  enum class Kind : std::uint8_t { Access, Outside, Barrier, Assertion };
  static constexpr std::size_t kValueBytes = 16;  // bytes that are stored for a wider access

  Kind kind = Kind::Access;
  std::uint32_t place = 0;        // number of the site, barrier or assertion
  std::uint32_t phase = 0;        // number of meetings that the group had passed
  std::uint32_t object = 0;       // object of an access; 0: none
  std::uint32_t interval = 0;     // barrier interval in which it is unordered with respect to others of its
                                  // group
  const void* storage = nullptr;  // of an access
  std::uint64_t order = 0;        // of all steps
  std::uint64_t offset = 0;       // offset in the storage; if outside, from the array's start
  std::array<std::uint8_t, kValueBytes> value{};
  std::array<std::uint8_t, kValueBytes> before{};  // for a write: the previous contents of its bytes
  std::uint32_t value_bytes = 0;
};

inline constexpr std::size_t kMaximumSteps = 200'000;  // largest number of steps of a work-item; beyond it,
                                                       // none are shown

struct Watch {
  std::uint32_t item = 0;
  std::vector<bool> sites;                      // by site number
  std::map<std::uint32_t, std::uint32_t> ends;  // copies that were waited for -> number of the meeting before
                                                // the wait
  std::vector<WatchedAccess> accesses;
  std::vector<WatchedStep> steps;
};

}  // namespace launchproof::replay
