// Pairs of launches that may run at once.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace launchproof::capture {

// Two of a capture's launches, by their index, the smaller one first. Both are one where a launch may run at
// once with its own repeat.
struct Overlap {
  std::size_t first = 0;
  std::size_t second = 0;

  auto operator<=>(const Overlap&) const = default;
};

struct Overlaps {
  std::vector<Overlap> pairs;       // in order
  std::vector<std::string> limits;  // what is not known, in words
};

}  // namespace launchproof::capture
