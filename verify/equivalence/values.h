// Computes the values of one work-item over a graph.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "verify/equivalence/graph.h"
#include "verify/equivalence/kernel_code.h"
#include "verify/equivalence/launch.h"

namespace launchproof::equivalence {

// A work-item, and the size of its group, which may be smaller than others.
struct ItemIds {
  std::array<std::uint64_t, 3> local{}, group{}, size{};
};

class Values {
 public:
  // All must live as long as this.
  Values(const KernelCode& code, const Launch& launch, Graph& graph)
      : d_code(code), d_launch(launch), d_graph(graph) {}

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
  Graph& d_graph;
  bool d_divides = false;
  bool d_contracts = false;
};

// At least so many low bits of the node are zero.
unsigned trailing_zeros(const Graph& graph, NodeId id);

}  // namespace launchproof::equivalence
