// Values that a loop of unknown length carries, after it has ended. Each is a node for "the value after all
// iterations", whose operands are the first values, and the values of one iteration over placeholders. Loops
// with equal bodies, first values and bounds have one node, whatever kernels they are from.
//
// The loop counts from a first value in equal steps up to a bound: for (i = first; i < bound; i += step).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

struct Carried {
  unsigned width = 0;
  Word first;  // before the loop
  Word next;   // after an iteration, over placeholders
};

struct Fold {
  std::uint32_t loop = 0;  // its number among those of its kernel, which tells placeholders apart
  bool is_signed = false;  // how counter and bound are compared
  unsigned counter_width = 0;
  Word first, step, bound;       // of the counter
  std::vector<Carried> carried;  // values other than the counter
};

// Return the counter, and the carried value with this number, in an arbitrary iteration.
Word counter_of(Graph& graph, std::uint32_t loop, unsigned width);
Word carried_of(Graph& graph, std::uint32_t loop, std::size_t number, unsigned width);

// Returns the carried value after the loop, or the counter where `number` is that of the carried values.
Word folded(Graph& graph, const Fold& fold, std::size_t number);
// Returns the loop that folded() made the node from, and the node's number in it. Nothing for other nodes.
std::optional<std::pair<Fold, std::size_t>> fold_of(const Graph& graph, NodeId id);

// Returns all folds that the word is computed from, outermost first.
std::vector<NodeId> folds_in(const Graph& graph, Word word);

}  // namespace launchproof::equivalence
