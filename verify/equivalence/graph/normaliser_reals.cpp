// Treats floats as real numbers: rounding, contraction and signs of zero are ignored, and no operand is
// infinite or a NaN, except for an infinity that a maximum or an exponential eliminates.
#include <algorithm>
#include <map>

#include "verify/equivalence/graph/normaliser.h"

namespace launchproof::equivalence {

using model::Op;

namespace {

// The meaning of a function of the model over the reals.
enum class RealFunction : std::uint8_t {
  None,
  Sum,
  Difference,
  Product,
  Fused,
  Quotient,
  Reciprocal,
  Same,
  FromSigned,
  FromUnsigned,
  Maximum,
  Minimum,
  Exponential,
  Root,
  RootReciprocal,
  Below,
  AtMost,
  Equal,
  Unequal,
  Unordered,
  Other  // functional
};

struct Meaning {
  RealFunction function = RealFunction::None;
  std::string_view base;  // name without precision and width
  bool is_operator = false;
};

Meaning meaning_of(std::string_view name) {
  static const std::map<std::string_view, RealFunction> kOperators{
      {"add", RealFunction::Sum},
      {"sub", RealFunction::Difference},
      {"mul", RealFunction::Product},
      {"div", RealFunction::Quotient},
      {"quotient", RealFunction::Quotient},
      {"convert", RealFunction::Same},
      {"from_signed", RealFunction::FromSigned},
      {"from_unsigned", RealFunction::FromUnsigned},
      {"olt", RealFunction::Below},
      {"ole", RealFunction::AtMost},
      {"oeq", RealFunction::Equal},
      {"one", RealFunction::Unequal},
      {"uno", RealFunction::Unordered},
      {"rem", RealFunction::Other}};
  static const std::map<std::string_view, RealFunction> kFunctions{{"fma", RealFunction::Fused},
                                                                   {"mad", RealFunction::Fused},
                                                                   {"exp", RealFunction::Exponential},
                                                                   {"sqrt", RealFunction::Root},
                                                                   {"rsqrt", RealFunction::RootReciprocal},
                                                                   {"recip", RealFunction::Reciprocal},
                                                                   {"divide", RealFunction::Quotient},
                                                                   {"fmax", RealFunction::Maximum},
                                                                   {"fmin", RealFunction::Minimum},
                                                                   {"max", RealFunction::Maximum},
                                                                   {"min", RealFunction::Minimum}};
  Meaning result;
  std::string_view rest = name;
  if (rest.starts_with("relaxed.")) rest.remove_prefix(std::string_view("relaxed.").size());
  if (rest.starts_with("float.")) rest.remove_prefix(std::string_view("float.").size());
  result.is_operator = rest.size() != name.size();
  const std::size_t point = rest.find('.');
  if (point == std::string_view::npos) return result;
  result.base = rest.substr(0, point);
  const std::string_view type = rest.substr(point + 1);
  if (result.is_operator) {
    const auto found = kOperators.find(result.base);
    if (found != kOperators.end()) result.function = found->second;
    return result;
  }
  for (const std::string_view prefix : {"native_", "half_"})
    if (result.base.starts_with(prefix)) result.base.remove_prefix(prefix.size());
  if (result.base == "fma") {
    result.function = RealFunction::Fused;
    return result;
  }
  const bool is_float = type.starts_with('f') || type.starts_with('d') || type.starts_with('H');
  if (!is_float) return result;
  const auto found = kFunctions.find(result.base);
  result.function = found == kFunctions.end() ? RealFunction::Other : found->second;
  return result;
}

}  // namespace

bool Normaliser::is_real_node(NodeId id) const {
  const Node& node = d_graph.node(id);
  if (node.kind == NodeKind::Function) return meaning_of(function_name(node)).function != RealFunction::None;
  if (node.kind != NodeKind::Operation || node.op != Op::Select || node.width == 1) return false;
  const NodeId yes = d_graph.operand(node, 1);
  const NodeId no = d_graph.operand(node, 2);
  return d_graph.node(yes).kind == NodeKind::Function ? is_real_node(yes) : is_real_node(no);
}

bool Normaliser::is_sum_node(const Node& node) const {
  if (node.kind != NodeKind::Function) return false;
  const RealFunction function = meaning_of(function_name(node)).function;
  return function == RealFunction::Sum || function == RealFunction::Difference;
}

FormId Normaliser::sum_of_reals(FormId a, FormId b, const Rational& factor) {
  if (d_forms.is_infinite(a) || d_forms.is_infinite(b)) {
    const bool both = d_forms.is_infinite(a) && d_forms.is_infinite(b);
    if (both && (a != b || factor.is_negative())) return arbitrary();
    if (d_forms.is_infinite(a)) return a;
    return factor.is_negative() ? d_forms.infinity(d_forms.form(b).symbol == 1) : b;
  }
  return d_forms.of_sum(d_forms.add(d_forms.as_sum(a), d_forms.as_sum(b), kReal, factor), kReal);
}

FormId Normaliser::negative(FormId a) {
  if (d_forms.is_infinite(a)) return d_forms.infinity(d_forms.form(a).symbol == 1);
  return d_forms.of_sum(d_forms.scale(d_forms.as_sum(a), -1, 0, kReal), kReal);
}

FormId Normaliser::real_product(FormId a, FormId b) {
  for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (!d_forms.is_infinite(one)) continue;
    Rational number;
    if (!d_forms.is_number(other, number) || number.is_zero()) return arbitrary();
    return number.is_negative() ? negative(one) : one;
  }
  return d_forms.of_sum(d_forms.multiply(d_forms.as_sum(a), d_forms.as_sum(b), kReal), kReal);
}

FormId Normaliser::real_quotient(FormId a, FormId b) {
  Rational number;
  if (d_forms.is_infinite(a) || d_forms.is_infinite(b)) return arbitrary();
  if (d_forms.is_number(b, number)) {
    if (number.is_zero()) return arbitrary();
  } else {
    d_granted.insert("no divisor is zero");
  }
  const Sum below = d_forms.inverse(d_forms.as_sum(b));
  return d_forms.of_sum(d_forms.multiply(d_forms.as_sum(a), below, kReal), kReal);
}

FormId Normaliser::real_maximum(FormId a, FormId b) {
  d_granted.insert("no operand of a maximum, a minimum or a comparison is NaN");
  for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)})
    if (d_forms.is_infinite(one)) return d_forms.form(one).symbol == 2 ? other : one;
  Rational left;
  Rational right;
  if (d_forms.is_number(a, left) && d_forms.is_number(b, right)) return (left - right).is_negative() ? b : a;
  return extreme("maximum", kReal, a, b);
}

FormId Normaliser::real_minimum(FormId a, FormId b) {
  return negative(real_maximum(negative(a), negative(b)));
}

FormId Normaliser::exponential(FormId a) {
  if (d_forms.is_infinite(a)) return d_forms.form(a).symbol == 2 ? d_forms.number(0, kReal) : a;
  d_granted.insert("exp(a + b) is exp(a) exp(b)");
  return d_forms.of_sum(d_forms.exponential(d_forms.as_sum(a)), kReal);
}

// Returns whether a < b, that is, whether a multiple of b - a is positive.
FormId Normaliser::is_below(FormId a, FormId b) {
  d_granted.insert("no operand of a maximum, a minimum or a comparison is NaN");
  if (d_forms.is_infinite(a) || d_forms.is_infinite(b)) {
    if (a == b) return bit(false);
    // A value that is compared with an infinity is assumed to be finite.
    const bool first = d_forms.is_infinite(a);
    return bit(first ? d_forms.form(a).symbol == 2 : d_forms.form(b).symbol == 1);
  }
  Sum apart = d_forms.add(d_forms.as_sum(b), d_forms.as_sum(a), kReal, -1);
  if (apart.empty()) return bit(false);
  if (apart.size() == 1 && apart[0].product == 0) return bit(!apart[0].coefficient.is_negative());
  Rational by = apart[0].coefficient;
  if (by.is_negative()) by = -by;
  apart = d_forms.scale(apart, by.inverse(), 0, kReal);
  return d_forms.apply(symbol("positive"), 1, {d_forms.of_sum(apart, kReal)});
}

void Normaliser::add_real_parts(NodeId id, const Rational& factor, Forms::Collector& collector,
                                bool is_root) {
  const Node node = d_graph.node(id);
  if (is_sum_node(node) && (is_root || uses(id) == 1)) {
    const bool subtracts = meaning_of(function_name(node)).function == RealFunction::Difference;
    add_real_parts(d_graph.operand(node, 0), factor, collector, false);
    add_real_parts(d_graph.operand(node, 1), subtracts ? -factor : factor, collector, false);
    return;
  }
  const FormId part = compute(id, true);
  if (d_forms.is_infinite(part)) throw std::pair<FormId, Rational>(part, factor);
  collector.add(d_forms.as_sum(part), factor);
}

FormId Normaliser::real_sum(NodeId id) {
  try {
    Forms::Collector collector(d_forms, kReal);
    add_real_parts(id, 1, collector, true);
    return d_forms.of_sum(collector.sum(), kReal);
  } catch (const std::pair<FormId, Rational>&) {
    // If an operand is infinite, evaluates step by step.
    const Node node = d_graph.node(id);
    const bool subtracts = meaning_of(function_name(node)).function == RealFunction::Difference;
    const FormId a = compute(d_graph.operand(node, 0), true);
    const FormId b = compute(d_graph.operand(node, 1), true);
    return sum_of_reals(a, b, subtracts ? -1 : 1);
  }
}

FormId Normaliser::real_function(const Node& node) {
  const Meaning what = meaning_of(function_name(node));
  const auto operand = [&](std::uint32_t number) { return compute(d_graph.operand(node, number), true); };
  switch (what.function) {
    case RealFunction::Sum:
    case RealFunction::Difference:
      return sum_of_reals(operand(0), operand(1), what.function == RealFunction::Sum ? 1 : -1);
    case RealFunction::Product:
      return real_product(operand(0), operand(1));
    case RealFunction::Fused:
      return sum_of_reals(real_product(operand(0), operand(1)), operand(2), 1);
    case RealFunction::Quotient:
      return real_quotient(operand(0), operand(1));
    case RealFunction::Reciprocal:
      return real_quotient(d_forms.number(1, kReal), operand(0));
    case RealFunction::Same:
      return operand(0);
    case RealFunction::FromSigned:
    case RealFunction::FromUnsigned: {
      const FormId integer = compute(d_graph.operand(node, 0), false);
      return d_forms.apply(symbol(what.base), kReal, {integer});
    }
    case RealFunction::Maximum:
      return real_maximum(operand(0), operand(1));
    case RealFunction::Minimum:
      return real_minimum(operand(0), operand(1));
    case RealFunction::Exponential:
      return exponential(operand(0));
    case RealFunction::Root:
      return d_forms.apply(symbol("sqrt"), kReal, {operand(0)});
    case RealFunction::RootReciprocal:
      return real_quotient(d_forms.number(1, kReal), d_forms.apply(symbol("sqrt"), kReal, {operand(0)}));
    case RealFunction::Below:
      return is_below(operand(0), operand(1));
    case RealFunction::AtMost:
      return negation(is_below(operand(1), operand(0)));
    case RealFunction::Equal:
    case RealFunction::Unequal: {
      const FormId a = operand(0);
      const FormId b = operand(1);
      if (equal(a, b)) {
        d_granted.insert("no operand of a maximum, a minimum or a comparison is NaN");
        return bit(what.function == RealFunction::Equal);
      }
      Rational left;
      Rational right;
      if (d_forms.is_number(a, left) && d_forms.is_number(b, right))
        return bit(what.function == RealFunction::Unequal);
      const FormId same = d_forms.apply(symbol("same"), 1, {std::min(a, b), std::max(a, b)});
      return what.function == RealFunction::Equal ? same : negation(same);
    }
    case RealFunction::Unordered:
      d_granted.insert("no operand of a maximum, a minimum or a comparison is NaN");
      return bit(false);
    case RealFunction::Other:
    case RealFunction::None:
      break;
  }
  std::vector<FormId> operands;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    // An operand may be an integer, whose zero has no sign.
    const Node& given = d_graph.node(d_graph.operand(node, i));
    const bool may_be_integer = given.kind == NodeKind::Constant && given.literal == std::uint64_t{1}
                                                                                         << (given.width - 1);
    const FormId one = may_be_integer ? d_forms.opaque(d_graph.operand(node, i), given.width) : operand(i);
    if (d_forms.is_infinite(one)) return arbitrary();
    operands.push_back(one);
  }
  // One function for all widths and ways to compute it; the components of one result are distinguished.
  const std::string_view name = function_name(node);
  const std::size_t of = name.find(".of");
  const std::string key =
      std::string(what.base) + (of == std::string_view::npos ? "" : std::string(name.substr(of)));
  return d_forms.apply(symbol(what.is_operator ? "operator " + key : key), kReal, std::move(operands));
}

FormId Normaliser::real(NodeId id) {
  const Node node = d_graph.node(id);
  if (node.kind == NodeKind::Constant) {
    const Rational number = Rational::of_float(node.literal, node.width);
    if (number.is_valid()) return d_forms.number(number, kReal);
    const bool is_infinity =
        (node.width == 32 && (node.literal & 0x7fffffff) == 0x7f800000) ||
        (node.width == 64 && (node.literal & ~(std::uint64_t{1} << 63)) == 0x7ff0000000000000);
    if (is_infinity) return d_forms.infinity((node.literal >> (node.width - 1)) != 0);
    // Numbers that are too large or too small to compute with are opaque. A NaN may have any value.
    const bool is_nan = (node.width == 32 && (node.literal & 0x7fffffff) > 0x7f800000) ||
                        (node.width == 64 && (node.literal & ~(std::uint64_t{1} << 63)) > 0x7ff0000000000000);
    return is_nan ? arbitrary() : d_forms.opaque(id, kReal);
  }
  if (node.kind == NodeKind::Function) {
    const RealFunction function = meaning_of(function_name(node)).function;
    if (function == RealFunction::None) return d_forms.apply(symbol("bits"), kReal, {integer(id)});
    return is_sum_node(node) ? real_sum(id) : real_function(node);
  }
  if (node.width == 1) return integer(id);
  if (node.kind == NodeKind::Operation && node.op == Op::Select) return chosen(id, true);
  if (node.kind == NodeKind::Operation && (node.op == Op::Xor || node.op == Op::And) && node.width > 1) {
    const Node& second = d_graph.node(d_graph.operand(node, 1));
    const std::uint64_t sign = std::uint64_t{1} << (node.width - 1);
    if (second.kind == NodeKind::Constant) {
      if (node.op == Op::Xor && second.literal == sign)
        return negative(compute(d_graph.operand(node, 0), true));
      if (node.op == Op::And && second.literal == sign - 1) {
        const FormId a = compute(d_graph.operand(node, 0), true);
        if (!d_forms.is_infinite(a)) return real_maximum(a, negative(a));
      }
    }
  }
  if (node.kind == NodeKind::Initial || node.kind == NodeKind::Argument || node.kind == NodeKind::Undefined)
    return d_forms.opaque(id, kReal);
  // Floats constructed from bits: a function of the bits.
  if (node.kind == NodeKind::Gather) {
    const FormId at = compute(d_graph.operand(node, 0), false);
    return d_forms.apply(symbol("gather " + d_graph.text(node.index)), kReal, {at});
  }
  return d_forms.apply(symbol("bits"), kReal, {integer(id)});
}

}  // namespace launchproof::equivalence
