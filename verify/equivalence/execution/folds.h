// Represents values carried by a loop of unknown length, after the loop has ended. Each is a node for "the
// value after all iterations". Its operands are the initial values and the values of one iteration over
// placeholders. Loops with equal bodies, initial values and bounds have one node, even if they belong to
// different kernels.
//
// The loop counts from an initial value in equal steps up to a bound: for (i = first; i < bound; i += step).
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
  Word next;   // value after an iteration, over placeholders
};

struct Fold {
  std::uint32_t loop = 0;  // its index among the loops of its kernel, which distinguishes placeholders
  bool is_signed = false;  // counter and bound are compared as signed numbers
  unsigned counter_width = 0;
  Word first, step, bound;       // of the counter
  std::vector<Carried> carried;  // carried values other than the counter
};

// Returns the counter, or the carried value with this number, in an arbitrary iteration.
Word counter_of(Graph& graph, std::uint32_t loop, unsigned width);
Word carried_of(Graph& graph, std::uint32_t loop, std::size_t number, unsigned width);

// Returns the carried value after the loop, or the counter if `number` equals the number of carried values.
Word folded(Graph& graph, const Fold& fold, std::size_t number);
// Returns the loop from which folded() created the node, and the node's number in it; nothing for other
// nodes.
std::optional<std::pair<Fold, std::size_t>> fold_of(const Graph& graph, NodeId id);

// Returns all folds on which the word depends, outermost first.
std::vector<NodeId> folds_in(const Graph& graph, Word word);

}  // namespace launchproof::equivalence
