// Computes the values of a graph's nodes for given contents. Floats are intervals that include the result of
// every device.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

struct Interval {
  long double low = 0, high = 0;
};

class Estimator {
 public:
  // Returns the known bits, from this byte on, of a memory (by number of its name) or of an argument; nothing
  // if they are not given.
  using Contents = std::function<std::optional<std::uint64_t>(const Node& leaf, std::uint64_t byte)>;

  // Creates an estimator. `error` bounds the relative error of each float operation, including the effects of
  // contraction and rounding.
  Estimator(const Graph& graph, Contents contents, long double error)
      : d_graph(graph), d_contents(std::move(contents)), d_error(error) {}

  // Returns the node as a float; nothing if it cannot be computed here, or if it may be infinite or not a
  // number.
  std::optional<Interval> number(NodeId id);
  // Returns the node as bits.
  std::optional<std::uint64_t> bits(NodeId id);

 private:
  std::optional<Interval> compute_number(const Node& node);
  std::optional<std::uint64_t> compute_bits(const Node& node);
  std::optional<std::uint64_t> compare(const Node& node, std::string_view name);
  static std::optional<Interval> of_bits(std::optional<std::uint64_t> bits, unsigned width);
  std::optional<Interval> widened(long double low, long double high) const;

  const Graph& d_graph;
  Contents d_contents;
  long double d_error;
  std::unordered_map<NodeId, std::optional<Interval>> d_numbers;
  std::unordered_map<NodeId, std::optional<std::uint64_t>> d_bits;
};

}  // namespace launchproof::equivalence
