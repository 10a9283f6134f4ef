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

// The sizes of a launch, each known or a node as wide as an address.
struct SizeWords {
  Words local, groups, global, offset;
};

// A work-item, and the size of its group, which may be smaller than others.
struct ItemIds {
  Words local, group, size;
};

// Returns the sizes that the launch has. Requires sizes that are given.
SizeWords sizes_of(const model::LaunchFacts& facts);

class Values {
 public:
  // Requires that all arguments live as long as this.
  Values(const KernelCode& code, const Launch& launch, const SizeWords& sizes, Graph& graph)
      : d_code(code), d_launch(launch), d_sizes(sizes), d_graph(graph) {}

  // Returns the value, from those of its operands. Throws Stop for what is not followed.
  Word compute(const Instruction& instruction, const std::vector<Word>& values, const ItemIds& ids);

  bool divides() const { return d_divides; }      // something that is not known divides or shifts
  bool contracts() const { return d_contracts; }  // a sum takes a product

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

// Returns how many low bits of the node are zero at least.
unsigned trailing_zeros(const Graph& graph, NodeId id);

}  // namespace launchproof::equivalence
