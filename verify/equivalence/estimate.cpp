#include "verify/equivalence/estimate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

namespace launchproof::equivalence {

using model::Op;

namespace {

// The relative error of library functions, which devices compute less exactly.
constexpr long double kFunctionError = 1e-4L;

bool is_exactly(const Interval& interval) {
  return interval.low == interval.high;
}

}  // namespace

std::optional<Interval> Estimator::widened(long double low, long double high) const {
  if (std::isnan(low) || std::isnan(high)) return std::nullopt;
  if (low > high) std::swap(low, high);
  if (low == high && std::isinf(low)) return Interval{low, high};
  low -= std::fabs(low) * d_error;
  high += std::fabs(high) * d_error;
  if (!std::isfinite(low) || !std::isfinite(high) || std::max(std::fabs(low), std::fabs(high)) > 1e30L)
    return std::nullopt;
  return Interval{low, high};
}

std::optional<Interval> Estimator::of_bits(std::optional<std::uint64_t> bits, unsigned width) {
  if (!bits || (width != 32 && width != 64)) return std::nullopt;
  const double value = width == 32
                           ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(*bits)))
                           : std::bit_cast<double>(*bits);
  if (std::isnan(value)) return std::nullopt;
  return Interval{value, value};
}

std::optional<Interval> Estimator::number(NodeId id) {
  if (const auto found = d_numbers.find(id); found != d_numbers.end()) return found->second;
  const std::optional<Interval> result = compute_number(d_graph.node(id));
  d_numbers.emplace(id, result);
  return result;
}

std::optional<std::uint64_t> Estimator::bits(NodeId id) {
  if (const auto found = d_bits.find(id); found != d_bits.end()) return found->second;
  const std::optional<std::uint64_t> result = compute_bits(d_graph.node(id));
  d_bits.emplace(id, result);
  return result;
}

std::optional<Interval> Estimator::compute_number(const Node& node) {
  const auto of = [&](std::uint32_t i) { return number(d_graph.operand(node, i)); };
  if (node.kind == NodeKind::Operation && node.op == Op::Select) {
    const auto condition = bits(d_graph.operand(node, 0));
    if (!condition) return std::nullopt;
    return of(*condition != 0 ? 1 : 2);
  }
  if (node.kind == NodeKind::Operation && node.count == 2 &&
      d_graph.node(d_graph.operand(node, 1)).kind == NodeKind::Constant) {
    const std::uint64_t literal = d_graph.node(d_graph.operand(node, 1)).literal;
    const std::uint64_t sign = std::uint64_t{1} << (node.width - 1);
    if (node.op == Op::Xor && literal == sign) {
      const auto a = of(0);
      return a ? std::optional(Interval{-a->high, -a->low}) : std::nullopt;
    }
    if (node.op == Op::And && literal == sign - 1) {
      const auto a = of(0);
      if (!a) return std::nullopt;
      if (a->low >= 0) return a;
      if (a->high <= 0) return Interval{-a->high, -a->low};
      return Interval{0, std::max(-a->low, a->high)};
    }
  }
  if (node.kind != NodeKind::Function) return of_bits(compute_bits(node), node.width);
  std::string_view name = d_graph.text(node.index);
  const auto is = [&](std::string_view what) { return name.starts_with(what); };
  for (const std::string_view prefix : {"relaxed.", "float.", "native_", "half_"})
    if (is(prefix)) name.remove_prefix(prefix.size());
  if (is("from_signed.") || is("from_unsigned.")) {
    const auto whole = bits(d_graph.operand(node, 0));
    if (!whole) return std::nullopt;
    const unsigned width = d_graph.node(d_graph.operand(node, 0)).width;
    const auto as_signed = static_cast<std::int64_t>(*whole << (64 - width)) >> (64 - width);
    const long double value =
        is("from_signed.") ? static_cast<long double>(as_signed) : static_cast<long double>(*whole);
    return widened(value, value);
  }
  if (node.count == 0) return std::nullopt;
  const auto a = of(0);
  if (!a) return std::nullopt;
  if (is("convert.")) return widened(a->low, a->high);
  if (is("exp.") || is("sqrt.") || is("rsqrt.") || is("recip.") || is("log.") || is("tanh.")) {
    const auto of_function = [&](long double low, long double high) -> std::optional<Interval> {
      const long double error = std::max(d_error, d_error < 1e-12L ? 1e-15L : kFunctionError);
      if (low > high) std::swap(low, high);
      return widened(low - std::fabs(low) * error, high + std::fabs(high) * error);
    };
    if (is("exp.")) return of_function(std::exp(a->low), std::exp(a->high));
    if (is("tanh.")) return of_function(std::tanh(a->low), std::tanh(a->high));
    if (a->low <= 0) return std::nullopt;
    if (is("log.")) return of_function(std::log(a->low), std::log(a->high));
    if (is("sqrt.")) return of_function(std::sqrt(a->low), std::sqrt(a->high));
    if (is("recip.")) return of_function(1 / a->high, 1 / a->low);
    return of_function(1 / std::sqrt(a->high), 1 / std::sqrt(a->low));
  }
  if (node.count < 2) return std::nullopt;
  const auto b = of(1);
  if (!b) return std::nullopt;
  const auto product = [](const Interval& x, const Interval& y) {
    const std::initializer_list<long double> corners{x.low * y.low, x.low * y.high, x.high * y.low,
                                                     x.high * y.high};
    for (const long double corner : corners)
      if (std::isnan(corner)) return Interval{corner, corner};
    const auto [low, high] = std::minmax(corners);
    return Interval{low, high};
  };
  if (is("add.")) return widened(a->low + b->low, a->high + b->high);
  if (is("sub.")) return widened(a->low - b->high, a->high - b->low);
  if (is("mul.")) {
    const Interval whole = product(*a, *b);
    return widened(whole.low, whole.high);
  }
  if (is("div.") || is("quotient.") || is("divide.")) {
    if (b->low <= 0 && b->high >= 0) return std::nullopt;
    const Interval whole = product(*a, {1 / b->high, 1 / b->low});
    return widened(whole.low, whole.high);
  }
  if (is("fmax.") || is("max.")) return Interval{std::max(a->low, b->low), std::max(a->high, b->high)};
  if (is("fmin.") || is("min.")) return Interval{std::min(a->low, b->low), std::min(a->high, b->high)};
  if ((is("fma.") || is("mad.")) && node.count >= 3) {
    const auto c = of(2);
    if (!c) return std::nullopt;
    // The product may be rounded; this error is relative to the product.
    const Interval whole = product(*a, *b);
    const auto rounded = widened(whole.low, whole.high);
    if (!rounded) return std::nullopt;
    return widened(rounded->low + c->low, rounded->high + c->high);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> Estimator::compare(const Node& node, std::string_view name) {
  const auto a = number(d_graph.operand(node, 0));
  const auto b = number(d_graph.operand(node, 1));
  if (!a || !b) return std::nullopt;
  if (name.starts_with("float.uno.")) return 0;
  // A number, and whatever it is the same one on both sides.
  if (d_graph.operand(node, 0) == d_graph.operand(node, 1)) {
    if (name.starts_with("float.oeq.") || name.starts_with("float.ole.")) return 1;
    if (name.starts_with("float.one.") || name.starts_with("float.olt.")) return 0;
    return std::nullopt;
  }
  if (name.starts_with("float.olt.")) {
    if (a->high < b->low) return 1;
    if (a->low >= b->high) return 0;
    return std::nullopt;
  }
  if (name.starts_with("float.ole.")) {
    if (a->high <= b->low) return 1;
    if (a->low > b->high) return 0;
    return std::nullopt;
  }
  const bool apart = a->high < b->low || b->high < a->low;
  const bool same = is_exactly(*a) && is_exactly(*b) && a->low == b->low;
  if (!apart && !same) return std::nullopt;
  if (name.starts_with("float.oeq.")) return same ? 1 : 0;
  if (name.starts_with("float.one.")) return apart ? 1 : 0;
  return std::nullopt;
}

std::optional<std::uint64_t> Estimator::compute_bits(const Node& node) {
  const auto of = [&](std::uint32_t i) { return bits(d_graph.operand(node, i)); };
  switch (node.kind) {
    case NodeKind::Constant:
      return node.literal;
    case NodeKind::Initial:
    case NodeKind::Argument:
      return d_contents(node, node.literal);
    case NodeKind::Gather: {
      const auto at = of(0);
      return at ? d_contents(node, *at) : std::nullopt;
    }
    case NodeKind::Undefined:
      return std::nullopt;
    case NodeKind::Function: {
      const std::string_view name = d_graph.text(node.index);
      if (node.width == 1 && node.count == 2) return compare(node, name);
      if (name.starts_with("float.to_signed.") || name.starts_with("float.to_unsigned.")) {
        const auto a = number(d_graph.operand(node, 0));
        if (!a || std::trunc(a->low) != std::trunc(a->high) || std::fabs(a->low) > 1e9L) return std::nullopt;
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::trunc(a->low))) & mask(node.width);
      }
      // Returns a float as bits if it is exact.
      const auto value = number(static_cast<NodeId>(&node - &d_graph.node(0)));
      if (!value || !is_exactly(*value)) return std::nullopt;
      if (node.width == 32) {
        const auto narrow = static_cast<float>(value->low);
        if (static_cast<long double>(narrow) != value->low || narrow == 0) return std::nullopt;
        return std::bit_cast<std::uint32_t>(narrow);
      }
      return std::nullopt;
    }
    case NodeKind::Operation:
      break;
  }
  if (node.op == Op::Select) {
    const auto condition = of(0);
    return condition ? of(*condition != 0 ? 1 : 2) : std::nullopt;
  }
  if (node.op == Op::Concat) {
    std::uint64_t whole = 0;
    unsigned at = 0;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const auto part = of(i);
      if (!part) return std::nullopt;
      whole |= *part << at;
      at += d_graph.node(d_graph.operand(node, i)).width;
    }
    return whole;
  }
  const auto a = of(0);
  if (node.op == Op::And || node.op == Op::Or) {
    // One operand may settle it.
    const std::uint64_t settles = node.op == Op::And ? 0 : mask(node.width);
    if (a == settles || of(1) == settles) return settles;
  }
  if (!a) return std::nullopt;
  if (node.op == Op::Extract) return *a >> node.literal & mask(node.width);
  std::uint64_t b = 0;
  if (node.count == 2) {
    const auto second = of(1);
    if (!second) return std::nullopt;
    b = *second;
  }
  bool defined = true;
  const std::uint64_t result =
      fold(node.op, node.width, d_graph.node(d_graph.operand(node, 0)).width, *a, b, defined);
  return defined ? std::optional(result) : std::nullopt;
}

}  // namespace launchproof::equivalence
