// From nodes of a graph to terms of the solvers: integers are bit-vectors, operations on floats are functions
// of their bits.
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

  // Returns the variables for the contents of memories before, and for arguments, by node.
  const std::map<NodeId, smt::Term>& leaves() const { return d_leaves; }

 private:
  smt::Term made(NodeId id);
  smt::Term compute(const Node& node, NodeId id);
  // Returns a function of a memory's name, for a read at an address that is not known.
  smt::Term read(const Node& node, smt::Term at);

  const Graph& d_graph;
  smt::TermStore& d_store;
  std::unordered_map<NodeId, smt::Term> d_terms;
  std::map<NodeId, smt::Term> d_leaves;
};

}  // namespace launchproof::equivalence
