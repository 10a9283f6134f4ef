// Computes the values of one work-item over a graph.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "verify/equivalence/execution/kernel_code.h"
#include "verify/equivalence/execution/launch.h"
#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

using Words = std::array<Word, 3>;  // by dimension

// The sizes of a launch. Each is known, or is a node as wide as an address.
struct SizeWords {
  Words local, groups, global, offset;
};

// A work-item and the size of its group, which may be smaller than other groups.
struct ItemIds {
  Words local, group, size;
};

// Returns the launch's sizes. Requires that they are given.
SizeWords sizes_of(const model::LaunchFacts& facts);

class Values {
 public:
  // Requires that all arguments outlive this object.
  Values(const KernelCode& code, const Launch& launch, const SizeWords& sizes, Graph& graph)
      : d_code(code), d_launch(launch), d_sizes(sizes), d_graph(graph) {}

  // Returns the value, computed from its operands. Throws Stop for operations that are not supported.
  Word compute(const Instruction& instruction, const std::vector<Word>& values, const ItemIds& ids);

  bool divides() const { return d_divides; }      // a divisor or a shift amount is unknown
  bool contracts() const { return d_contracts; }  // a sum has a product as operand

 private:
  Word leaf(const Instruction& instruction, const ItemIds& ids);
  Word function(const Instruction& instruction, std::span<const model::ValueId> operands,
                const std::vector<Word>& values);

  const KernelCode& d_code;
  const Launch& d_launch;
  SizeWords d_sizes;
  Graph& d_graph;
  bool d_divides = false;
  bool d_contracts = false;
};

// Returns a lower bound of the node's number of trailing zero bits.
unsigned trailing_zeros(const Graph& graph, NodeId id);

}  // namespace launchproof::equivalence
