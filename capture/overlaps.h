// Pairs of launches that may run at the same time.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace launchproof::capture {

// The indices of two launches of a capture, the smaller one first. They are equal if a launch may run at the
// same time as its own repeat.
struct Overlap {
  std::size_t first = 0;
  std::size_t second = 0;

  auto operator<=>(const Overlap&) const = default;
};

struct Overlaps {
  std::vector<Overlap> pairs;       // in order
  std::vector<std::string> limits;  // descriptions of unknown facts
};

}  // namespace launchproof::capture
