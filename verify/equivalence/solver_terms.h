// Converts nodes of a graph to solver terms. Integers are bit-vectors; operations on floats are functions of
// their bits.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "verify/equivalence/graph/graph.h"
#include "verify/smt/terms/term.h"

namespace launchproof::equivalence {

class SolverTerms {
 public:
  SolverTerms(const Graph& graph, smt::TermStore& store) : d_graph(graph), d_store(store) {}

  // Returns the word as a bit-vector of this width.
  smt::Term term(Word word, unsigned width);

  // Returns the variables for initial contents of memories and for arguments, by node.
  const std::map<NodeId, smt::Term>& leaves() const { return d_leaves; }

 private:
  smt::Term made(NodeId id);
  smt::Term compute(const Node& node, NodeId id);
  // Returns the application of a function, named after a memory, that stands for a read at an unknown
  // address.
  smt::Term read(const Node& node, smt::Term at);

  const Graph& d_graph;
  smt::TermStore& d_store;
  std::unordered_map<NodeId, smt::Term> d_terms;
  std::map<NodeId, smt::Term> d_leaves;
};

}  // namespace launchproof::equivalence
