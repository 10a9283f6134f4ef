// Numbers for "this place, reached by these calls".
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tests/oracle/findings.h"

namespace launchproof::oracle {

class StackTable {
 public:
  // 0 is the kernel's own level, below which nothing lies.
  std::uint32_t intern(std::uint32_t caller, std::uint32_t place) {
    const std::uint64_t key = (std::uint64_t{caller} << 32) | place;
    const auto [entry, is_new] = d_numbers.try_emplace(key, static_cast<std::uint32_t>(d_nodes.size()));
    if (is_new) d_nodes.push_back({caller, place});
    return entry->second;
  }

  [[nodiscard]] PlaceStack resolve(std::uint32_t node, const std::vector<Place>& places) const {
    PlaceStack stack;
    for (; node != 0; node = d_nodes[node].caller) stack.push_back(places[d_nodes[node].place]);
    return stack;
  }

 private:
  struct Node {
    std::uint32_t caller;
    std::uint32_t place;
  };
  std::vector<Node> d_nodes{{0, 0}};
  std::unordered_map<std::uint64_t, std::uint32_t> d_numbers;
};

}  // namespace launchproof::oracle
