// Memory that the application maps itself: physical memory in reserved address ranges.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>

namespace launchproof::cuda {

class Allocations;

// Finds allocations in mapped memory. Adjacent mappings in one reservation are one allocation, since programs
// grow memory that way. May be used from any thread.
class Mappings {
 public:
  // Adds a reservation. Addresses in different reservations belong to different allocations, even if they are
  // adjacent.
  void reserve(std::uint64_t begin, std::uint64_t bytes);
  void free(std::uint64_t begin);
  void map(Allocations& allocations, std::uint64_t begin, std::uint64_t bytes, std::uint64_t handle);
  // Unmaps everything in the range.
  void unmap(Allocations& allocations, std::uint64_t begin, std::uint64_t bytes);

 private:
  struct Mapping {
    std::uint64_t end = 0, handle = 0;
  };
  using Place = std::map<std::uint64_t, Mapping>::const_iterator;
  bool are_joined(Place left, Place right) const;
  // Joins the mapping at `begin` and those next to it into one allocation.
  void join(Allocations& allocations, std::uint64_t begin) const;

  std::mutex d_mutex;
  std::set<std::uint64_t> d_reservations;       // where they begin
  std::map<std::uint64_t, Mapping> d_mappings;  // keyed by start address
};

}  // namespace launchproof::cuda
