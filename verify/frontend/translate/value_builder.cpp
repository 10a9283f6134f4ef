#include "verify/frontend/translate/value_builder.h"

#include <utility>

#include "verify/model/padding.h"

namespace launchproof::frontend {
namespace {

std::uint64_t mask(unsigned width) {
  return width >= 64 ? ~0ULL : (1ULL << width) - 1;
}

std::int64_t as_signed(std::uint64_t bits, unsigned width) {
  const unsigned shift = 64 - width;
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

// Returns nothing if the operation is undefined, or if it is better left to the engines.
std::optional<std::uint64_t> evaluate(Op op, std::uint64_t a, std::uint64_t b, unsigned width) {
  switch (op) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      return a * b;
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::UDiv:
      return b == 0 ? std::nullopt : std::optional(a / b);
    case Op::URem:
      return b == 0 ? std::nullopt : std::optional(a % b);
    case Op::Shl:
      return b >= width ? std::nullopt : std::optional(a << b);
    case Op::LShr:
      return b >= width ? std::nullopt : std::optional(a >> b);
    case Op::AShr:
      return b >= width ? std::nullopt : std::optional(static_cast<std::uint64_t>(as_signed(a, width) >> b));
    case Op::Equal:
      return a == b;
    case Op::ULess:
      return a < b;
    case Op::ULessEq:
      return a <= b;
    case Op::SLess:
      return as_signed(a, width) < as_signed(b, width);
    case Op::SLessEq:
      return as_signed(a, width) <= as_signed(b, width);
    default:
      return std::nullopt;
  }
}

bool is_comparison(Op op) {
  return op == Op::Equal || op == Op::ULess || op == Op::ULessEq || op == Op::SLess || op == Op::SLessEq;
}

}  // namespace

std::optional<std::uint64_t> ValueBuilder::constant_of(ValueId value) const {
  const model::Value& item = d_kernel.values[value];
  return item.op == Op::Constant ? std::optional(item.literal) : std::nullopt;
}

ValueId ValueBuilder::make(Op op, unsigned width, std::vector<ValueId> operands, std::uint32_t index,
                           std::uint64_t literal) {
  model::Value value;
  value.op = op;
  value.width = static_cast<std::uint16_t>(width);
  value.index = index;
  value.literal = literal;
  value.block = d_block;
  value.location = d_location;
  value.operands = std::move(operands);
  d_kernel.values.push_back(std::move(value));
  return static_cast<ValueId>(d_kernel.values.size() - 1);
}

ValueId ValueBuilder::leaf(Op op, unsigned width, std::uint32_t index, std::uint64_t literal) {
  const auto [place, added] = d_leaves.try_emplace({op, width, index, literal}, 0);
  if (added) {
    place->second = make(op, width, {}, index, literal);
    d_kernel.values.back().block = model::kNone;
    // Otherwise the location would be that of its first use.
    if (op != Op::SubGroup) d_kernel.values.back().location = model::kNone;
  }
  return place->second;
}

ValueId ValueBuilder::constant(unsigned width, std::uint64_t bits) {
  return leaf(Op::Constant, width, 0, bits & mask(width));
}

ValueId ValueBuilder::undefined(unsigned width) {
  return make(Op::Undefined, width, {});
}

ValueId ValueBuilder::padding(unsigned width) {
  return make(Op::Undefined, width, {}, model::kPadding);
}

ValueId ValueBuilder::phi(unsigned width) {
  return make(Op::Phi, width, {});
}

ValueId ValueBuilder::read(model::SiteId site, std::uint64_t component, unsigned width) {
  return make(Op::Read, width, {}, site, component);
}

ValueId ValueBuilder::binary(Op op, ValueId a, ValueId b) {
  const unsigned operand_width = width(a);
  const unsigned result_width = is_comparison(op) ? 1 : operand_width;
  const auto left = constant_of(a);
  const auto right = constant_of(b);
  if (left && right) {
    if (const auto bits = evaluate(op, *left, *right, operand_width)) return constant(result_width, *bits);
  }
  const bool zero_right = right == 0U;
  const bool zero_left = left == 0U;
  switch (op) {
    case Op::Add:
    case Op::Or:
    case Op::Xor:
      if (zero_right) return a;
      if (zero_left) return b;
      break;
    case Op::Sub:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      if (zero_right) return a;
      break;
    case Op::Mul:
      if (right == 1U) return a;
      if (left == 1U) return b;
      if (zero_left || zero_right) return constant(result_width, 0);
      break;
    case Op::And:
      if (zero_left || zero_right) return constant(result_width, 0);
      if (right == mask(operand_width)) return a;
      if (left == mask(operand_width)) return b;
      break;
    default:
      break;
  }
  return make(op, result_width, {a, b});
}

ValueId ValueBuilder::select(ValueId condition, ValueId if_true, ValueId if_false) {
  if (if_true == if_false) return if_true;
  if (const auto known = constant_of(condition)) return *known != 0 ? if_true : if_false;
  return make(Op::Select, width(if_true), {condition, if_true, if_false});
}

ValueId ValueBuilder::resize(ValueId value, unsigned to, bool is_signed) {
  const unsigned from = width(value);
  if (from == to) return value;
  if (const auto bits = constant_of(value))
    return constant(to, is_signed ? static_cast<std::uint64_t>(as_signed(*bits, from)) : *bits);
  if (to < from) {
    // Truncating an extended value gives the original value: a stored truth value is recovered.
    const Op op = d_kernel.values[value].op;
    if (op == Op::ZExt || op == Op::SExt)
      return resize(d_kernel.values[value].operands[0], to, op == Op::SExt);
    return make(Op::Trunc, to, {value});
  }
  return make(is_signed ? Op::SExt : Op::ZExt, to, {value});
}

ValueId ValueBuilder::extract(ValueId value, unsigned from_bit, unsigned to) {
  if (from_bit == 0 && to == width(value)) return value;
  if (const auto bits = constant_of(value)) return constant(to, *bits >> from_bit);
  return make(Op::Extract, to, {value}, 0, from_bit);
}

ValueId ValueBuilder::concat(const std::vector<ValueId>& low_first) {
  if (low_first.size() == 1) return low_first.front();
  unsigned total = 0;
  std::uint64_t bits = 0;
  bool known = true;
  for (const ValueId part : low_first) {
    if (const auto constant = constant_of(part))
      bits |= *constant << total;
    else
      known = false;
    total += width(part);
  }
  return known ? constant(total, bits) : make(Op::Concat, total, low_first);
}

ValueId ValueBuilder::function(const std::string& name, unsigned width, std::vector<ValueId> operands,
                               bool commutative) {
  const auto [place, added] =
      d_functions.try_emplace(name, static_cast<std::uint32_t>(d_kernel.functions.size()));
  if (added) d_kernel.functions.push_back({name, commutative});
  return make(Op::Function, width, std::move(operands), place->second);
}

}  // namespace launchproof::frontend
