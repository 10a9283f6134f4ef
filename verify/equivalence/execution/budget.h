// Limits for the execution of kernels over a graph, and assumptions made during it.
#pragma once

#include <cstdint>
#include <functional>

namespace launchproof::equivalence {

struct Budget {
  std::uint64_t steps = 2'000'000'000;  // number of values that may be computed
  std::uint64_t nodes = 40'000'000;     // of the graph
  std::function<bool()> is_over;        // called from time to time; may be empty
};

// Assumptions that were made during the comparison.
struct Granted {
  bool contracts = false;  // some sum has a product as operand, so a compiler may contract them
  bool divides = false;    // a divisor or a shift amount is unknown
};

}  // namespace launchproof::equivalence
