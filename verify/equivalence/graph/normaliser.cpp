#include "verify/equivalence/graph/normaliser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace launchproof::equivalence {

using model::Op;

namespace {

// Symbols of applications. Numbers of names start above these.
constexpr std::uint64_t kNames = std::uint64_t{1} << 32;
constexpr std::size_t kMostApart = 256;  // terms
constexpr std::uint64_t kArbitrary = std::uint64_t{1} << 40;

bool is_linear(const Node& node) {
  return node.kind == NodeKind::Operation &&
         (node.op == Op::Add || node.op == Op::Sub || node.op == Op::Mul) && node.width > 1;
}

}  // namespace

std::uint64_t Normaliser::symbol(std::string_view text) {
  return kNames + d_graph.name(text);
}

std::string_view Normaliser::function_name(const Node& node) const {
  return node.kind == NodeKind::Function ? std::string_view(d_graph.text(node.index)) : std::string_view();
}

// Returns how many nodes have it as an operand.
unsigned Normaliser::uses(NodeId id) {
  if (d_counted < d_graph.size()) {
    d_uses.resize(d_graph.size());
    for (NodeId node = static_cast<NodeId>(std::max<std::size_t>(d_counted, 1)); node < d_graph.size();
         ++node)
      for (const NodeId operand : d_graph.operands(d_graph.node(node))) ++d_uses[operand];
    d_counted = d_graph.size();
  }
  return d_uses[id];
}

FormId Normaliser::form(Word word, unsigned width, bool is_float) {
  const bool is_real = is_float && d_arithmetic == Arithmetic::Real;
  return compute(d_graph.as_node(word, width), is_real);
}

FormId Normaliser::arbitrary() {
  return d_forms.opaque(kArbitrary + ++d_arbitrary, kReal);
}

FormId Normaliser::compute(NodeId id, bool is_real) {
  if (d_arithmetic == Arithmetic::Real && !is_real && is_real_node(id)) is_real = true;
  const std::uint64_t key = std::uint64_t{id} * 2 + (is_real ? 1 : 0);
  if (const auto found = d_known.find(key); found != d_known.end()) return found->second;
  const FormId made = is_real ? real(id) : integer(id);
  d_known.emplace(key, made);
  return made;
}

FormId Normaliser::plain(NodeId id) {
  const Node node = d_graph.node(id);
  if (node.count == 0 && node.kind != NodeKind::Function) return d_forms.opaque(id, node.width);
  std::vector<FormId> operands;
  operands.reserve(node.count);
  for (std::uint32_t i = 0; i < node.count; ++i) operands.push_back(compute(d_graph.operand(node, i), false));
  const std::string_view name = function_name(node);
  const bool commutes = node.kind == NodeKind::Function ? is_commutative(name) : node.op == Op::Equal;
  if (commutes && operands.size() >= 2 && operands[0] > operands[1]) std::swap(operands[0], operands[1]);
  if (node.kind == NodeKind::Operation && node.op == Op::Equal) {
    if (operands[0] == operands[1]) return bit(true);
    const unsigned compared = d_graph.node(d_graph.operand(node, 0)).width;
    if (constant(operands[0], compared) && constant(operands[1], compared)) return bit(false);
  }
  const std::uint64_t what = node.kind == NodeKind::Operation
                                 ? static_cast<std::uint64_t>(node.op) | node.literal << 8
                                 : kNames + node.index + (node.kind == NodeKind::Gather ? kNames : 0);
  return d_forms.apply(what, node.width, std::move(operands));
}

FormId Normaliser::integer(NodeId id) {
  const Node node = d_graph.node(id);
  if (node.kind == NodeKind::Constant && node.width > 1)
    return d_forms.number(Rational(static_cast<Rational::Wide>(node.literal), 1).modulo(node.width),
                          node.width);
  if (node.kind != NodeKind::Operation) return plain(id);
  if (is_linear(node)) return sum_of(id);
  switch (node.op) {
    case Op::Extract:
      if (node.literal == 0) return truncated(compute(d_graph.operand(node, 0), false), node.width);
      return plain(id);
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return combined(node.op, id);
    case Op::Select:
      return chosen(id, false);
    case Op::ZExt: {
      const FormId extended = compute(d_graph.operand(node, 0), false);
      if (const auto value = bit_value(extended))
        return d_forms.number(Rational(static_cast<Rational::Wide>(*value), 1), node.width);
      return plain(id);
    }
    default:
      return plain(id);
  }
}

// Nested sums become one sum, as long as nothing else uses them.
void Normaliser::add_parts(NodeId id, const Rational& factor, Forms::Collector& collector, bool is_root) {
  const Node node = d_graph.node(id);
  if (is_linear(node) && node.op != Op::Mul && (is_root || uses(id) == 1)) {
    add_parts(d_graph.operand(node, 0), factor, collector, false);
    add_parts(d_graph.operand(node, 1), node.op == Op::Sub ? -factor : factor, collector, false);
    return;
  }
  collector.add(d_forms.as_sum(compute(id, false)), factor);
}

FormId Normaliser::sum_of(NodeId id) {
  const Node node = d_graph.node(id);
  if (node.op == Op::Mul) {
    const FormId a = compute(d_graph.operand(node, 0), false);
    const FormId b = compute(d_graph.operand(node, 1), false);
    return d_forms.of_sum(d_forms.multiply(d_forms.as_sum(a), d_forms.as_sum(b), node.width), node.width);
  }
  Forms::Collector collector(d_forms, node.width);
  add_parts(id, 1, collector, true);
  return d_forms.of_sum(collector.sum(), node.width);
}

// The low bits of a sum are the sum of the low bits.
FormId Normaliser::truncated(FormId form, unsigned width) {
  const Form whole = d_forms.form(form);
  const auto of_part = [&](FormId part) {
    const Form& made = d_forms.form(part);
    const bool extends =
        made.kind == FormKind::Apply && (made.symbol == static_cast<std::uint64_t>(Op::ZExt) ||
                                         made.symbol == static_cast<std::uint64_t>(Op::SExt));
    if (extends && d_forms.form(made.operands[0]).width == width) return made.operands[0];
    return d_forms.apply(static_cast<std::uint64_t>(Op::Extract), width, {part});
  };
  if (whole.kind != FormKind::Polynomial) return of_part(form);
  Sum sum;
  for (const Term& term : whole.sum) {
    Sum part{{term.coefficient.modulo(width), 0}};
    if (part[0].coefficient.is_zero()) continue;
    const Product product = d_forms.product(term.product);
    for (const Factor& factor : product.factors)
      for (std::int32_t i = 0; i < factor.power; ++i)
        part = d_forms.multiply(part, d_forms.as_sum(of_part(factor.form)), width);
    sum = d_forms.add(sum, part, width);
  }
  return d_forms.of_sum(sum, width);
}

// And, or and exclusive or, in any order of operands.
FormId Normaliser::combined(Op op, NodeId id) {
  const Node node = d_graph.node(id);
  const unsigned width = node.width;
  std::vector<FormId> parts;
  std::vector<NodeId> open{id};
  const auto what = static_cast<std::uint64_t>(op);
  while (!open.empty()) {
    const NodeId next = open.back();
    open.pop_back();
    const Node& one = d_graph.node(next);
    if (one.kind == NodeKind::Operation && one.op == op && (next == id || uses(next) == 1)) {
      open.push_back(d_graph.operand(one, 0));
      open.push_back(d_graph.operand(one, 1));
      continue;
    }
    const FormId form = compute(next, false);
    const Form& made = d_forms.form(form);
    if (made.kind == FormKind::Apply && made.symbol == what && made.width == width)
      parts.insert(parts.end(), made.operands.begin(), made.operands.end());
    else
      parts.push_back(form);
  }
  // What is constant of it comes first: 0 settles a conjunction, and only ones a disjunction.
  const std::uint64_t neutral = op == Op::And ? mask(width) : 0;
  std::uint64_t known = neutral;
  std::erase_if(parts, [&](FormId part) {
    const auto value = width == 1 ? bit_value(part) : constant(part, width);
    if (!value) return false;
    if (op == Op::And)
      known &= *value;
    else if (op == Op::Or)
      known |= *value;
    else
      known ^= *value;
    return true;
  });
  const auto number = [&](std::uint64_t value) {
    return compute(d_graph.as_node(Graph::known(value, width), width), false);
  };
  const bool is_settled = op == Op::And ? known == 0 : op == Op::Or && known == mask(width);
  if (parts.empty() || is_settled) return number(known);
  if (known != neutral) parts.push_back(number(known));
  std::ranges::sort(parts);
  std::vector<FormId> kept;
  for (const FormId part : parts) {
    const bool is_again = !kept.empty() && kept.back() == part;
    if (!is_again) {
      kept.push_back(part);
    } else if (op == Op::Xor) {
      kept.pop_back();
    }
  }
  if (kept.size() == 1) return kept[0];
  if (kept.empty()) return number(0);
  // The negation of a bit is a word of its own, so that choices see it.
  return d_forms.apply(what, width, std::move(kept));
}

FormId Normaliser::bit(bool value) {
  return compute(d_graph.as_node(Graph::known(value ? 1 : 0, 1), 1), false);
}

std::optional<std::uint64_t> Normaliser::bit_value(FormId condition) {
  for (const bool value : {false, true})
    if (condition == bit(value)) return value ? 1 : 0;
  return std::nullopt;
}

FormId Normaliser::negation(FormId condition) {
  const FormId one = bit(true);
  if (const auto value = bit_value(condition)) return bit(*value == 0);
  const auto what = static_cast<std::uint64_t>(Op::Xor);
  const Form form = d_forms.form(condition);
  std::vector<FormId> parts{condition};
  if (form.kind == FormKind::Apply && form.symbol == what && form.width == 1) parts = form.operands;
  if (const auto found = std::ranges::find(parts, one); found != parts.end()) {
    parts.erase(found);
    if (parts.size() == 1) return parts[0];
  } else {
    parts.push_back(one);
    std::ranges::sort(parts);
  }
  return d_forms.apply(what, 1, std::move(parts));
}

// The minimum or maximum of several values, in any order, each once.
FormId Normaliser::extreme(std::string_view what, unsigned width, FormId a, FormId b) {
  const std::uint64_t name = symbol(what);
  std::vector<FormId> parts;
  for (const FormId form : {a, b}) {
    const Form& one = d_forms.form(form);
    if (one.kind == FormKind::Apply && one.symbol == name && one.width == width)
      parts.insert(parts.end(), one.operands.begin(), one.operands.end());
    else
      parts.push_back(form);
  }
  std::ranges::sort(parts);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  if (parts.size() == 1) return parts[0];
  return d_forms.apply(name, width, std::move(parts));
}

FormId Normaliser::chosen(NodeId id, bool is_real) {
  const Node node = d_graph.node(id);
  FormId condition = compute(d_graph.operand(node, 0), false);
  FormId yes = compute(d_graph.operand(node, 1), is_real);
  FormId no = compute(d_graph.operand(node, 2), is_real);
  if (yes == no) return yes;
  if (const auto value = bit_value(condition)) return *value != 0 ? yes : no;
  const FormId opposite = negation(condition);
  if (opposite < condition) {
    std::swap(yes, no);
    condition = opposite;
  }
  for (const bool negated : {false, true}) {
    const Form asked = d_forms.form(negated ? negation(condition) : condition);
    const FormId then = negated ? no : yes;
    const FormId otherwise = negated ? yes : no;
    if (asked.kind != FormKind::Apply) continue;
    if (is_real && asked.symbol == symbol("positive") && !d_forms.is_infinite(then) &&
        !d_forms.is_infinite(otherwise)) {
      // then - otherwise is a multiple of the value that is compared with 0.
      const Sum apart = d_forms.add(d_forms.as_sum(then), d_forms.as_sum(otherwise), kReal, -1);
      const Sum compared = d_forms.as_sum(asked.operands[0]);
      if (apart.empty() || compared.empty() || apart.size() != compared.size()) continue;
      const Rational ratio = apart[0].coefficient * compared[0].coefficient.inverse();
      if (!ratio.is_valid() || d_forms.scale(compared, ratio, 0, kReal) != apart) continue;
      return ratio.is_negative() ? real_minimum(then, otherwise) : real_maximum(then, otherwise);
    }
    const bool is_order = asked.symbol == static_cast<std::uint64_t>(Op::ULess) ||
                          asked.symbol == static_cast<std::uint64_t>(Op::SLess);
    if (is_real || !is_order) continue;
    const bool is_signed = asked.symbol == static_cast<std::uint64_t>(Op::SLess);
    const FormId a = asked.operands[0];
    const FormId b = asked.operands[1];
    if (then == a && otherwise == b) return extreme(is_signed ? "smin" : "umin", node.width, a, b);
    if (then == b && otherwise == a) return extreme(is_signed ? "smax" : "umax", node.width, a, b);
  }
  const unsigned width = is_real ? kReal : node.width;
  const auto plainly = [&](FormId a, FormId b) {
    return d_forms.apply(static_cast<std::uint64_t>(Op::Select), width, {condition, a, b});
  };
  if (node.width == 1 || d_forms.is_infinite(yes) || d_forms.is_infinite(no)) return plainly(yes, no);
  // c ? s + v : s is s + (c ? v : 0).
  const Sum apart = d_forms.add(d_forms.as_sum(yes), d_forms.as_sum(no), width, -1);
  if (apart.size() > kMostApart) return plainly(yes, no);
  const FormId part = plainly(d_forms.of_sum(apart, width), d_forms.number(0, width));
  return d_forms.of_sum(d_forms.add(d_forms.as_sum(part), d_forms.as_sum(no), width), width);
}

std::optional<std::uint64_t> Normaliser::constant(FormId form, unsigned width) const {
  Rational value;
  if (d_forms.form(form).width != width || !d_forms.is_number(form, value)) return std::nullopt;
  return static_cast<std::uint64_t>(value.numerator()) & mask(width);
}

bool Normaliser::equal(FormId a, FormId b) {
  if (a == b) return true;
  const Form& left = d_forms.form(a);
  const Form& right = d_forms.form(b);
  const bool is_real = left.width == kReal && right.width == kReal;
  if (!is_real || d_forms.is_infinite(a) || d_forms.is_infinite(b)) return false;
  const Sum apart = d_forms.add(d_forms.as_sum(a), d_forms.as_sum(b), kReal, -1);
  return apart.empty() || d_forms.without_quotients(apart).empty();
}

std::optional<Arithmetic> parse_arithmetic(std::string_view name) {
  for (const Arithmetic one : {Arithmetic::Bits, Arithmetic::Real, Arithmetic::Integer})
    if (name == equivalence::name(one)) return one;
  return std::nullopt;
}

std::string_view name(Arithmetic arithmetic) {
  constexpr std::array<std::string_view, 3> kWords{"bits", "real", "integer"};
  return kWords.at(static_cast<std::size_t>(arithmetic));
}

}  // namespace launchproof::equivalence
