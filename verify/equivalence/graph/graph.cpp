#include "verify/equivalence/graph/graph.h"

#include <algorithm>
#include <array>
#include <utility>

namespace launchproof::equivalence {

using model::Op;

namespace {

constexpr std::size_t kFirstTable = 1U << 12;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash * 0xbf58476d1ce4e5b9ULL;
}

std::uint32_t hash_of(const Node& node, std::span<const NodeId> operands) {
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(node.kind) << 8 | static_cast<std::uint64_t>(node.op),
                             std::uint64_t{node.width} << 32 | node.index);
  hash = mixed(hash, node.literal);
  for (const NodeId operand : operands) hash = mixed(hash, operand);
  return static_cast<std::uint32_t>(hash >> 32);
}

std::int64_t as_signed(std::uint64_t bits, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

bool is_commutative(Op op) {
  return op == Op::Add || op == Op::Mul || op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Equal;
}

}  // namespace

bool is_commutative(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames{"float.add.", "float.mul.", "float.oeq.", "float.one.",
                                                   "float.uno."};
  return std::ranges::any_of(kNames, [&](std::string_view one) { return name.starts_with(one); });
}

std::uint64_t fold(Op op, unsigned width, unsigned operand_width, std::uint64_t a, std::uint64_t b,
                   bool& defined) {
  const std::uint64_t bits = mask(width);
  const std::int64_t sa = as_signed(a, operand_width);
  const std::int64_t sb = as_signed(b, operand_width);
  defined = true;
  switch (op) {
    case Op::Add:
      return (a + b) & bits;
    case Op::Sub:
      return (a - b) & bits;
    case Op::Mul:
      return (a * b) & bits;
    case Op::UDiv:
    case Op::URem:
      defined = b != 0;
      if (!defined) return 0;
      return op == Op::UDiv ? a / b : a % b;
    case Op::SDiv:
    case Op::SRem:
      defined = b != 0 && !(sb == -1 && a == std::uint64_t{1} << (operand_width - 1));
      if (!defined) return 0;
      return static_cast<std::uint64_t>(op == Op::SDiv ? sa / sb : sa % sb) & bits;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      defined = b < width;
      if (!defined) return 0;
      if (op == Op::Shl) return (a << b) & bits;
      return op == Op::LShr ? a >> b : static_cast<std::uint64_t>(sa >> b) & bits;
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Equal:
      return a == b ? 1 : 0;
    case Op::ULess:
      return a < b ? 1 : 0;
    case Op::ULessEq:
      return a <= b ? 1 : 0;
    case Op::SLess:
      return sa < sb ? 1 : 0;
    case Op::SLessEq:
      return sa <= sb ? 1 : 0;
    case Op::Trunc:
      return a & bits;
    case Op::ZExt:
      return a;
    case Op::SExt:
      return static_cast<std::uint64_t>(sa) & bits;
    default:
      defined = false;
      return 0;
  }
}

Graph::Graph() : d_table(kFirstTable) {
  d_nodes.emplace_back();  // number 0 is reserved
}

std::uint32_t Graph::name(std::string_view text) {
  const auto [place, is_new] =
      d_numbers.try_emplace(std::string(text), static_cast<std::uint32_t>(d_names.size()));
  if (is_new) d_names.emplace_back(text);
  return place->second;
}

void Graph::grow() {
  std::vector<Slot> larger(d_table.size() * 2);
  for (const Slot& slot : d_table) {
    if (slot.id == 0) continue;
    std::size_t place = slot.hash & (larger.size() - 1);
    while (larger[place].id != 0) place = (place + 1) & (larger.size() - 1);
    larger[place] = slot;
  }
  d_table = std::move(larger);
}

NodeId Graph::intern(Node made, std::span<const NodeId> operands) {
  made.count = static_cast<std::uint32_t>(operands.size());
  const std::uint32_t hash = hash_of(made, operands);
  std::size_t place = hash & (d_table.size() - 1);
  for (; d_table[place].id != 0; place = (place + 1) & (d_table.size() - 1)) {
    if (d_table[place].hash != hash) continue;
    const Node& there = d_nodes[d_table[place].id];
    if (there.kind == made.kind && there.op == made.op && there.width == made.width &&
        there.index == made.index && there.literal == made.literal &&
        std::ranges::equal(this->operands(there), operands))
      return d_table[place].id;
  }
  made.first = static_cast<std::uint32_t>(d_operands.size());
  d_operands.insert(d_operands.end(), operands.begin(), operands.end());
  const auto id = static_cast<NodeId>(d_nodes.size());
  d_table[place] = {id, hash};
  d_nodes.push_back(made);
  if (d_nodes.size() * 4 > d_table.size() * 3) grow();
  return id;
}

NodeId Graph::constant(std::uint64_t bits, unsigned width) {
  return intern({.kind = NodeKind::Constant, .width = static_cast<std::uint16_t>(width), .literal = bits},
                {});
}

Word Graph::initial(std::uint32_t memory, std::uint64_t byte, unsigned width) {
  return {0, intern({.kind = NodeKind::Initial,
                     .width = static_cast<std::uint16_t>(width),
                     .index = memory,
                     .literal = byte},
                    {})};
}

Word Graph::argument(std::uint32_t name, std::uint64_t byte, unsigned width) {
  return {0, intern({.kind = NodeKind::Argument,
                     .width = static_cast<std::uint16_t>(width),
                     .index = name,
                     .literal = byte},
                    {})};
}

Word Graph::undefined(unsigned width) {
  return {0, intern({.kind = NodeKind::Undefined,
                     .width = static_cast<std::uint16_t>(width),
                     .index = ++d_undefined},
                    {})};
}

Word Graph::gather(std::uint32_t memory, Word byte, unsigned width) {
  if (byte.is_known()) return initial(memory, byte.bits, width);
  const std::array operands{byte.node};
  return {0, intern({.kind = NodeKind::Gather, .width = static_cast<std::uint16_t>(width), .index = memory},
                    operands)};
}

Word Graph::unary(Op op, unsigned width, unsigned operand_width, Word a, std::uint64_t literal) {
  if (op == Op::Trunc) {
    op = Op::Extract;
    literal = 0;
  }
  if (width == operand_width) return a;
  if (a.is_known()) {
    if (op == Op::Extract) return known(a.bits >> literal, width);
    bool defined = true;
    return {fold(op, width, operand_width, a.bits, 0, defined), 0};
  }
  const Node& inner = d_nodes[a.node];
  if (inner.kind == NodeKind::Operation && op == Op::Extract) {
    const NodeId first = operand(inner, 0);
    if (inner.op == Op::Extract)
      return unary(Op::Extract, width, d_nodes[first].width, as_word(first), literal + inner.literal);
    const bool extends = inner.op == Op::ZExt || inner.op == Op::SExt;
    if (extends && literal + width <= d_nodes[first].width)
      return unary(Op::Extract, width, d_nodes[first].width, as_word(first), literal);
    if (inner.op == Op::ZExt && literal >= d_nodes[first].width) return known(0, width);
    if (inner.op == Op::Concat) {
      const unsigned part = d_nodes[first].width;
      const std::uint64_t number = literal / part;
      if (literal % part + width <= part)
        return unary(Op::Extract, width, part, as_word(operand(inner, static_cast<std::uint32_t>(number))),
                     literal % part);
    }
  }
  if (inner.kind == NodeKind::Operation && op == inner.op && (op == Op::ZExt || op == Op::SExt)) {
    const NodeId first = operand(inner, 0);
    return unary(op, width, d_nodes[first].width, as_word(first));
  }
  if (inner.kind == NodeKind::Operation && op == Op::SExt && inner.op == Op::ZExt) {
    const NodeId first = operand(inner, 0);
    return unary(Op::ZExt, width, d_nodes[first].width, as_word(first));
  }
  const std::array operands{a.node};
  return {0, intern({.kind = NodeKind::Operation,
                     .op = op,
                     .width = static_cast<std::uint16_t>(width),
                     .literal = literal},
                    operands)};
}

// Rules for operations with one known operand or two equal operands.
Word Graph::simplified_binary(Op op, unsigned width, Word a, Word b, bool& done) {
  done = true;
  const std::uint64_t all = mask(width);
  switch (op) {
    case Op::Add:
    case Op::Or:
    case Op::Xor:
      if (b == Word{0, 0}) return a;
      if (op == Op::Or && a == b) return a;
      if (op == Op::Or && b.is_known() && b.bits == all) return b;
      if (op == Op::Xor && a == b) return {0, 0};
      if ((op == Op::Add || op == Op::Xor) && b.is_known() && !a.is_known()) {
        const Node& inner = d_nodes[a.node];
        if (inner.kind == NodeKind::Operation && inner.op == op &&
            d_nodes[operand(inner, 1)].kind == NodeKind::Constant) {
          const std::uint64_t other = d_nodes[operand(inner, 1)].literal;
          return binary(op, width, width, as_word(operand(inner, 0)),
                        known(op == Op::Add ? other + b.bits : other ^ b.bits, width));
        }
      }
      break;
    case Op::Sub:
      if (a == b) return {0, 0};
      if (b.is_known()) return binary(Op::Add, width, width, a, known(0 - b.bits, width));
      break;
    case Op::Mul:
      if (b == Word{0, 0}) return b;
      if (b == Word{1, 0}) return a;
      break;
    case Op::And:
      if (b == Word{0, 0}) return b;
      if (a == b || (b.is_known() && b.bits == all)) return a;
      break;
    case Op::Shl:
      if (b.is_known() && b.bits < width)
        return binary(Op::Mul, width, width, a, known(std::uint64_t{1} << b.bits, width));
      break;
    case Op::LShr:
    case Op::AShr:
    case Op::UDiv:
    case Op::SDiv:
      if (b == Word{0, 0} && (op == Op::LShr || op == Op::AShr)) return a;
      if (b == Word{1, 0} && (op == Op::UDiv || op == Op::SDiv) && width > 1) return a;
      break;
    case Op::Equal:
    case Op::ULessEq:
    case Op::SLessEq:
      if (a == b) return {1, 0};
      break;
    case Op::ULess:
    case Op::SLess:
      if (a == b) return {0, 0};
      break;
    default:
      break;
  }
  done = false;
  return {};
}

Word Graph::binary(Op op, unsigned width, unsigned operand_width, Word a, Word b) {
  if (a.is_known() && b.is_known()) {
    bool defined = true;
    const std::uint64_t bits = fold(op, width, operand_width, a.bits, b.bits, defined);
    return defined ? Word{bits, 0} : undefined(width);
  }
  if (is_commutative(op) && (a.is_known() || (!b.is_known() && a.node > b.node))) std::swap(a, b);
  // Every order is `less` or its negation.
  if (op == Op::ULessEq || op == Op::SLessEq)
    return a == b ? Word{1, 0}
                  : not_(binary(op == Op::ULessEq ? Op::ULess : Op::SLess, 1, operand_width, b, a));
  bool done = false;
  const Word simple = simplified_binary(op, operand_width, a, b, done);
  if (done) return simple;
  if (width == 1 && operand_width > 1 && (a.is_known() || b.is_known())) {
    // Comparing a choice between constants with a constant depends only on its condition.
    const Node node = d_nodes[a.is_known() ? b.node : a.node];
    if (node.kind == NodeKind::Operation && node.op == Op::Select &&
        d_nodes[operand(node, 1)].kind == NodeKind::Constant &&
        d_nodes[operand(node, 2)].kind == NodeKind::Constant) {
      const auto of = [&](std::uint32_t number) {
        const Word one = as_word(operand(node, number));
        return a.is_known() ? binary(op, 1, operand_width, a, one) : binary(op, 1, operand_width, one, b);
      };
      return select(1, as_word(operand(node, 0)), of(1), of(2));
    }
  }
  const std::array operands{as_node(a, operand_width), as_node(b, operand_width)};
  return {0, intern({.kind = NodeKind::Operation, .op = op, .width = static_cast<std::uint16_t>(width)},
                    operands)};
}

Word Graph::positive(Word condition, bool& negated) const {
  negated = false;
  while (!condition.is_known()) {
    const Node& node = d_nodes[condition.node];
    if (node.kind != NodeKind::Operation || node.op != Op::Xor || node.width != 1 ||
        d_nodes[operand(node, 1)].kind != NodeKind::Constant)
      break;
    negated = !negated;
    condition = as_word(operand(node, 0));
  }
  return condition;
}

Word Graph::given(Word condition, Word value, unsigned width, unsigned depth) {
  if (condition.is_known() || value.is_known() || depth == 0) return value;
  bool is_false = false;
  const Word holds = positive(condition, is_false);
  const Node condition_node = d_nodes[holds.node];
  if (!is_false && condition_node.kind == NodeKind::Operation && condition_node.op == Op::And &&
      condition_node.width == 1) {
    const Word first = as_word(operand(condition_node, 0));
    const Word second = as_word(operand(condition_node, 1));
    return given(second, given(first, value, width, depth - 1), width, depth - 1);
  }
  bool is_negated = false;
  if (width == 1 && positive(value, is_negated) == holds) return known(is_false == is_negated ? 1 : 0, 1);
  const Node node = d_nodes[value.node];
  if (node.kind != NodeKind::Operation || node.op != Op::Select) return value;
  const Word asked = as_word(operand(node, 0));
  const Word yes = as_word(operand(node, 1));
  const Word no = as_word(operand(node, 2));
  if (asked == holds) return given(condition, is_false ? no : yes, width, depth - 1);
  const Word yes_given = given(condition, yes, width, depth - 1);
  const Word no_given = given(condition, no, width, depth - 1);
  if (yes_given == yes && no_given == no) return value;
  return select(width, asked, yes_given, no_given);
}

Word Graph::select(unsigned width, Word condition, Word a, Word b) {
  if (condition.is_known()) return condition.bits != 0 ? a : b;
  bool negated = false;
  condition = positive(condition, negated);
  if (negated) std::swap(a, b);
  const Node node = d_nodes[condition.node];
  // A conjunction becomes nested choices, so that equal choices are found.
  if (node.kind == NodeKind::Operation && node.op == Op::And && node.width == 1) {
    const Word first = as_word(operand(node, 0));
    const Word second = as_word(operand(node, 1));
    return select(width, first, select(width, second, a, b), b);
  }
  a = given(condition, a, width);
  b = given(not_(condition), b, width);
  if (a == b) return a;
  if (width == 1) {
    if (a.is_true() && b.is_false()) return condition;
    if (a.is_false() && b.is_true()) return not_(condition);
    if (b.is_false()) return and_(condition, a);
    if (a.is_false()) return and_(not_(condition), b);
  }
  const std::array operands{condition.node, as_node(a, width), as_node(b, width)};
  return {0,
          intern({.kind = NodeKind::Operation, .op = Op::Select, .width = static_cast<std::uint16_t>(width)},
                 operands)};
}

Word Graph::concat(std::span<const Word> parts, unsigned part_width) {
  if (parts.size() == 1) return parts[0];
  const auto width = static_cast<unsigned>(parts.size()) * part_width;
  std::uint64_t bits = 0;
  bool all_known = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    all_known = all_known && parts[i].is_known();
    bits |= parts[i].bits << (i * part_width);
  }
  if (all_known) return {bits, 0};
  // Adjacent pieces of one value.
  const auto whole_of = [&](std::size_t i) -> NodeId {
    if (parts[i].is_known()) return 0;
    const Node& node = d_nodes[parts[i].node];
    const bool fits =
        node.kind == NodeKind::Operation && node.op == Op::Extract && node.literal == i * part_width;
    return fits && d_nodes[operand(node, 0)].width == width ? operand(node, 0) : 0;
  };
  if (const NodeId whole = whole_of(0); whole != 0) {
    bool all = true;
    for (std::size_t i = 1; i < parts.size() && all; ++i) all = whole_of(i) == whole;
    if (all) return as_word(whole);
  }
  std::vector<NodeId> operands;
  for (const Word& part : parts) operands.push_back(as_node(part, part_width));
  return {0,
          intern({.kind = NodeKind::Operation, .op = Op::Concat, .width = static_cast<std::uint16_t>(width)},
                 operands)};
}

Word Graph::function(std::uint32_t name, unsigned width, std::span<const Word> operands,
                     std::span<const unsigned> widths, bool commutative) {
  std::vector<NodeId> nodes;
  nodes.reserve(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) nodes.push_back(as_node(operands[i], widths[i]));
  if (commutative && nodes.size() >= 2 && nodes[0] > nodes[1]) std::swap(nodes[0], nodes[1]);
  return {0, intern({.kind = NodeKind::Function, .width = static_cast<std::uint16_t>(width), .index = name},
                    nodes)};
}

}  // namespace launchproof::equivalence
