#include "verify/equivalence/execution/relations.h"

#include <optional>

namespace launchproof::equivalence {

using model::Amount;
using model::Op;
using model::Quantity;
using model::QuantityKind;
using model::Relation;
using model::RelationKind;

namespace {

constexpr unsigned kWidth = 64;  // the widest words of the graph

class RelationWords {
 public:
  RelationWords(const Launch& launch, const OpenItem& item, unsigned address_bits, Graph& graph)
      : d_launch(launch), d_item(item), d_address_bits(address_bits), d_graph(graph) {}

  std::optional<Word> condition(const Relation& relation) {
    const std::optional<unsigned> needed = model::width_of(relation);
    if (!needed || *needed > kWidth || relation.kind == RelationKind::Pinned) return std::nullopt;
    const std::optional<Word> left = value(relation.left);
    const std::optional<Word> right = value(relation.right);
    if (!left || !right) return std::nullopt;
    const Word zero = Graph::known(0, kWidth);
    switch (relation.kind) {
      case RelationKind::Equal:
        return compared(Op::Equal, *left, *right);
      case RelationKind::AtMost:
        return compared(Op::SLessEq, *left, *right);
      case RelationKind::AtLeast:
        return compared(Op::SLessEq, *right, *left);
      case RelationKind::PowerOfTwo: {
        const Word below = d_graph.binary(Op::Sub, kWidth, kWidth, *left, Graph::known(1, kWidth));
        const Word common = d_graph.binary(Op::And, kWidth, kWidth, *left, below);
        return d_graph.and_(compared(Op::SLess, zero, *left), compared(Op::Equal, common, zero));
      }
      default:
        return compared(Op::Equal, d_graph.binary(Op::SRem, kWidth, kWidth, *left, *right), zero);
    }
  }

 private:
  Word compared(Op op, Word a, Word b) { return d_graph.binary(op, 1, kWidth, a, b); }

  std::optional<Word> value(const Amount& amount) {
    Word product = Graph::known(static_cast<std::uint64_t>(amount.coefficient), kWidth);
    for (const Quantity& factor : amount.factors) {
      const std::optional<Word> made = value(factor);
      if (!made) return std::nullopt;
      product = d_graph.binary(Op::Mul, kWidth, kWidth, product, *made);
    }
    return product;
  }

  std::optional<Word> value(const Quantity& quantity) {
    switch (quantity.kind) {
      case QuantityKind::Value:
        if (quantity.index >= d_launch.names.size() || d_launch.names[quantity.index].empty())
          return std::nullopt;
        return extended(d_graph.argument(d_graph.name(d_launch.names[quantity.index]), 0, quantity.width),
                        quantity.width, quantity.is_signed);
      case QuantityKind::Groups:
        return extended(d_item.sizes.groups.at(quantity.index), d_address_bits, false);
      case QuantityKind::LocalSize:
        return extended(d_item.sizes.local.at(quantity.index), d_address_bits, false);
      default:
        return std::nullopt;
    }
  }

  Word extended(Word word, unsigned operand_width, bool is_signed) {
    return operand_width == kWidth
               ? word
               : d_graph.unary(is_signed ? Op::SExt : Op::ZExt, kWidth, operand_width, word);
  }

  const Launch& d_launch;
  const OpenItem& d_item;
  unsigned d_address_bits;
  Graph& d_graph;
};

}  // namespace

std::vector<Word> relation_conditions(const Launch& launch, const OpenItem& item, unsigned address_bits,
                                      Graph& graph) {
  RelationWords words(launch, item, address_bits, graph);
  std::vector<Word> conditions;
  for (const Relation& relation : launch.facts.relations)
    if (const std::optional<Word> made = words.condition(relation)) conditions.push_back(*made);
  return conditions;
}

}  // namespace launchproof::equivalence
