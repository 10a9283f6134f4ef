// Limits for the execution of kernels over a graph, and the assumptions made meanwhile.
#pragma once

#include <cstdint>
#include <functional>

namespace launchproof::equivalence {

struct Budget {
  std::uint64_t steps = 2'000'000'000;  // values that are computed
  std::uint64_t nodes = 40'000'000;     // of the graph
  std::function<bool()> is_over;        // asked now and then; may be empty
};

// Assumptions that were made during the comparison.
struct Granted {
  bool contracts = false;  // some sum takes a product, so that a compiler may contract them
  bool divides = false;    // something that is not known divides, or says by how much bits are shifted
};

}  // namespace launchproof::equivalence
