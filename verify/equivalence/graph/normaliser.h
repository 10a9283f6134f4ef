// Converts nodes of a graph to normal forms.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "verify/equivalence/graph/arithmetic.h"
#include "verify/equivalence/graph/forms.h"
#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

class Normaliser {
 public:
  // Requires that the graph outlives this object. The graph may grow.
  Normaliser(Graph& graph, Arithmetic arithmetic) : d_graph(graph), d_arithmetic(arithmetic) {}

  // Returns the form of a word of this width. If `is_float`, the word is a float, which is a real number in
  // real arithmetic. Throws FormsTooLarge.
  FormId form(Word word, unsigned width, bool is_float);

  // Returns whether the forms are equal, if necessary after multiplying by denominators. Throws
  // FormsTooLarge.
  bool equal(FormId a, FormId b);

  // Returns the form's bits if it is a constant of this width; nothing otherwise.
  std::optional<std::uint64_t> constant(FormId form, unsigned width) const;

  // Returns the laws of real numbers that were used and the assumptions behind them, one sentence each.
  const std::set<std::string>& granted() const { return d_granted; }

 private:
  FormId compute(NodeId id, bool is_real);
  FormId integer(NodeId id);
  FormId sum_of(NodeId id);
  void add_parts(NodeId id, const Rational& factor, Forms::Collector& collector, bool is_root);
  FormId truncated(FormId form, unsigned width);
  FormId combined(model::Op op, NodeId id);
  FormId chosen(NodeId id, bool is_real);
  FormId extreme(std::string_view what, unsigned width, FormId a, FormId b);
  FormId plain(NodeId id);
  FormId negation(FormId condition);
  FormId bit(bool value);
  // Returns the value of a condition that is a constant; else nothing.
  std::optional<std::uint64_t> bit_value(FormId condition);

  FormId real(NodeId id);
  void add_real_parts(NodeId id, const Rational& factor, Forms::Collector& collector, bool is_root);
  FormId real_function(const Node& node);
  FormId real_sum(NodeId id);
  FormId real_product(FormId a, FormId b);
  FormId real_quotient(FormId a, FormId b);
  FormId real_maximum(FormId a, FormId b);
  FormId real_minimum(FormId a, FormId b);
  FormId negative(FormId a);
  FormId exponential(FormId a);
  FormId is_below(FormId a, FormId b);
  FormId sum_of_reals(FormId a, FormId b, const Rational& factor);
  FormId arbitrary();

  // Returns whether a node computes over the reals.
  bool is_real_node(NodeId id) const;
  std::string_view function_name(const Node& node) const;
  bool is_sum_node(const Node& node) const;
  unsigned uses(NodeId id);
  std::uint64_t symbol(std::string_view text);

  Graph& d_graph;
  Arithmetic d_arithmetic;
  Forms d_forms;
  std::unordered_map<std::uint64_t, FormId> d_known;  // by node, times two, plus whether it is a real number
  std::vector<std::uint32_t> d_uses;                  // by node
  std::size_t d_counted = 0;
  std::set<std::string> d_granted;
  std::uint64_t d_arbitrary = 0;
};

}  // namespace launchproof::equivalence
