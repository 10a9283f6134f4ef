#include <fmt/format.h>

#include <unordered_map>
#include <vector>

#include "verify/equivalence/execution/effects.h"

namespace launchproof::equivalence {

using model::Op;

namespace {

// Work-items of a dimension whose size is open.
constexpr std::uint64_t kMostItems = std::uint64_t{1} << model::kOpenSizeBits;

class Replacer {
 public:
  Replacer(Graph& graph, const Replacements& with) : d_graph(graph) {
    for (const auto& [node, word] : with) d_made.emplace(node, word);
  }

  Word operator()(Word word) {
    if (word.is_known()) return word;
    if (const auto found = d_made.find(word.node); found != d_made.end()) return found->second;
    const Node node = d_graph.node(word.node);
    std::vector<Word> operands;
    std::vector<unsigned> widths;
    bool is_same = true;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const NodeId id = d_graph.operand(node, i);
      const Word before = d_graph.as_word(id);
      operands.push_back((*this)(before));
      widths.push_back(d_graph.node(id).width);
      is_same = is_same && operands.back() == before;
    }
    const Word made = is_same ? word : rebuilt(node, operands, widths);
    d_made.emplace(word.node, made);
    return made;
  }

 private:
  Word rebuilt(const Node& node, const std::vector<Word>& operands, const std::vector<unsigned>& widths) {
    switch (node.kind) {
      case NodeKind::Gather:
        return d_graph.gather(node.index, operands[0], node.width);
      case NodeKind::Function: {
        return d_graph.function(node.index, node.width, operands, widths,
                                is_commutative(d_graph.text(node.index)));
      }
      case NodeKind::Operation:
        break;
      default:
        return {};
    }
    if (node.op == Op::Select) return d_graph.select(node.width, operands[0], operands[1], operands[2]);
    if (node.op == Op::Concat) return d_graph.concat(operands, widths[0]);
    if (operands.size() == 1) return d_graph.unary(node.op, node.width, widths[0], operands[0], node.literal);
    return d_graph.binary(node.op, node.width, widths[0], operands[0], operands[1]);
  }

  Graph& d_graph;
  std::unordered_map<NodeId, Word> d_made;
};

}  // namespace

Word replaced(Graph& graph, Word word, unsigned, const Replacements& with) {
  return Replacer(graph, with)(word);
}

OpenItem open_item(const model::LaunchFacts& facts, unsigned address_bits, Graph& graph) {
  OpenItem open;
  const auto node = [&](const std::string& name) {
    return graph.argument(graph.name(name), 0, address_bits);
  };
  const auto below = [&](Word a, Word b) { return graph.binary(Op::ULess, 1, address_bits, a, b); };
  for (std::size_t i = 0; i < 3; ++i) {
    const bool local_is_open = facts.open.local[i] != 0;
    const bool groups_are_open = facts.open.groups[i] != 0;
    const std::uint64_t groups = (facts.global_size[i] + facts.local_size[i] - 1) / facts.local_size[i];
    open.sizes.local[i] =
        local_is_open ? node(fmt::format("size {}", facts.open.local[i])) : Word{facts.local_size[i], 0};
    open.sizes.groups[i] =
        groups_are_open ? node(fmt::format("size {}", facts.open.groups[i])) : Word{groups, 0};
    open.sizes.offset[i].bits = facts.global_offset[i];
    const Word product =
        graph.binary(Op::Mul, address_bits, address_bits, open.sizes.groups[i], open.sizes.local[i]);
    const bool is_given = (local_is_open || groups_are_open) && !facts.open.global[i];
    open.sizes.global[i] = is_given ? Word{facts.global_size[i], 0} : product;
    if (!local_is_open && !groups_are_open) open.sizes.global[i] = {facts.global_size[i], 0};
    if (is_given)
      open.facts.push_back(graph.binary(Op::Equal, 1, address_bits, product, open.sizes.global[i]));
    const Word most{kMostItems, 0};  // also for 32-bit addresses
    const auto id = [&](const char* what, Word size) {
      if (size == Word{1, 0}) return Word{0, 0};
      const Word made = node(fmt::format("{} {}", what, i));
      open.facts.push_back(below(made, size));
      return made;
    };
    open.ids.local[i] = id("local id", open.sizes.local[i]);
    open.ids.group[i] = id("group id", open.sizes.groups[i]);
    open.ids.size[i] = open.sizes.local[i];
    for (const Word size : {open.sizes.local[i], open.sizes.groups[i]}) {
      if (size.is_known()) continue;
      open.facts.push_back(below(Graph::known(0, address_bits), size));
      open.facts.push_back(below(size, most));
    }
    if (local_is_open || groups_are_open) {
      // The product is below the limit; its low bits alone would not show that.
      open.facts.push_back(below(product, most));
    }
  }
  return open;
}

}  // namespace launchproof::equivalence
