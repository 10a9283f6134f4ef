// Facts about a node that follow from its operands: unsigned and signed bounds, trailing zero bits.
#include <algorithm>
#include <optional>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

const Cell& operand(const Cell& node, std::size_t i) {
  return cell(node.operands[i]);
}

void bound(Cell& node, Bits low, Bits high) {
  node.low_bound = std::max(node.low_bound, low);
  node.high_bound = std::min(node.high_bound, high);
}

void bound_signed(Cell& node, SignedBits low, SignedBits high) {
  node.signed_bounds.low = std::max(node.signed_bounds.low, low);
  node.signed_bounds.high = std::min(node.signed_bounds.high, high);
}

// Transfers facts between the signed and the unsigned interpretation.
void exchange(Cell& node) {
  const unsigned width = node.width;
  const Bits half = sign_bit(width);
  for (int round = 0; round < 2; ++round) {
    if (node.high_bound < half || node.low_bound >= half) {
      bound_signed(node, to_signed(node.low_bound, width), to_signed(node.high_bound, width));
    }
    if (node.signed_bounds.low >= 0 || node.signed_bounds.high < 0) {
      bound(node, static_cast<Bits>(node.signed_bounds.low) & mask(width),
            static_cast<Bits>(node.signed_bounds.high) & mask(width));
    }
  }
}

unsigned zeros_of(const Cell& node) {
  const unsigned width = node.width;
  unsigned zeros = 0;
  switch (node.kind) {
    case Kind::BvConst:
      return count_trailing_zeros(node.value, width);
    case Kind::Mul:
      for (const Term factor : node.operands) zeros += cell(factor).zeros;
      return std::min(zeros, width);
    case Kind::BvAnd:
      for (const Term part : node.operands) zeros = std::max(zeros, cell(part).zeros);
      return zeros;
    case Kind::Add:
    case Kind::BvOr:
    case Kind::BvXor:
      zeros = width;
      for (const Term part : node.operands) zeros = std::min(zeros, cell(part).zeros);
      return zeros;
    case Kind::Ite:
      return std::min(operand(node, 1).zeros, operand(node, 2).zeros);
    case Kind::URem:
    case Kind::SRem:
      return std::min(operand(node, 0).zeros, operand(node, 1).zeros);
    case Kind::Shl:
    case Kind::ZeroExtend:
    case Kind::SignExtend:
      return operand(node, 0).zeros;
    case Kind::Extract: {
      const unsigned inner = operand(node, 0).zeros;
      return inner <= node.low ? 0 : std::min(inner - node.low, width);
    }
    case Kind::Concat:
      for (std::size_t i = node.operands.size(); i-- > 0;) {
        zeros += operand(node, i).zeros;
        if (operand(node, i).zeros < operand(node, i).width) break;
      }
      return zeros;
    default:
      return 0;
  }
}

void bound_by_window(Cell& node, const IntegerSum& sum) {
  const unsigned width = node.width;
  if (width > 120) return;
  const SignedBits modulus = SignedBits{1} << width;
  const auto window = [&](SignedBits value) {
    return value >= 0 ? value / modulus : -((modulus - 1 - value) / modulus);
  };
  const SignedBits low = window(sum.bounds.low);
  if (low == window(sum.bounds.high)) {
    bound(node, static_cast<Bits>(sum.bounds.low - low * modulus),
          static_cast<Bits>(sum.bounds.high - low * modulus));
  }
  const SignedBits half = modulus / 2;
  const SignedBits centred = window(sum.bounds.low + half);
  if (centred == window(sum.bounds.high + half)) {
    bound_signed(node, sum.bounds.low - centred * modulus, sum.bounds.high - centred * modulus);
  }
}

void bound_sum(Cell& node) {
  Linear linear{node.width, 0, {}};
  for (const Term part : node.operands) linear.add(part, 1);
  linear.normalise();
  for (const bool signed_coefficients : {true, false}) {
    if (const auto sum = integer_sum(linear, signed_coefficients)) bound_by_window(node, *sum);
  }
}

void bound_product(Cell& node) {
  Bits low = 1, high = 1;
  bool fits = true;
  for (const Term factor : node.operands) {
    low *= cell(factor).low_bound;  // no larger than the product of the high bounds
    fits = fits && !__builtin_mul_overflow(high, cell(factor).high_bound, &high);
  }
  if (fits && high <= mask(node.width)) bound(node, low, high);
  Interval product{1, 1};
  fits = node.width <= 127;
  for (const Term factor : node.operands) {
    const Interval next = cell(factor).signed_bounds;
    SignedBits corners[4];
    fits = fits && !__builtin_mul_overflow(product.low, next.low, &corners[0]) &&
           !__builtin_mul_overflow(product.low, next.high, &corners[1]) &&
           !__builtin_mul_overflow(product.high, next.low, &corners[2]) &&
           !__builtin_mul_overflow(product.high, next.high, &corners[3]);
    if (!fits) return;
    product = {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
  }
  const auto half = static_cast<SignedBits>(sign_bit(node.width));
  if (product.low >= -half && product.high < half) bound_signed(node, product.low, product.high);
}

void bound_division(Cell& node) {
  const Cell& a = operand(node, 0);
  const Cell& b = operand(node, 1);
  switch (node.kind) {
    case Kind::UDiv:
      if (b.low_bound != 0) bound(node, a.low_bound / b.high_bound, a.high_bound / b.low_bound);
      break;
    case Kind::URem:
      bound(node, 0, a.high_bound);
      if (b.low_bound != 0) bound(node, 0, b.high_bound - 1);
      break;
    case Kind::SRem:  // follows the dividend's sign and is not larger in magnitude
      bound_signed(node, std::min<SignedBits>(a.signed_bounds.low, 0),
                   std::max<SignedBits>(a.signed_bounds.high, 0));
      if (b.signed_bounds.low > 0) bound_signed(node, 1 - b.signed_bounds.high, b.signed_bounds.high - 1);
      break;
    default: {  // SDiv by something positive shrinks the magnitude
      const Interval by = b.signed_bounds;
      if (by.low > 0) {
        const auto [low, high] = a.signed_bounds;
        bound_signed(node, low / (low < 0 ? by.low : by.high), high / (high < 0 ? by.high : by.low));
      }
      break;
    }
  }
}

void bound_shift(Cell& node) {
  const Cell& a = operand(node, 0);
  const Cell& b = operand(node, 1);
  const unsigned width = node.width;
  if (node.kind == Kind::LShr) {
    const Bits low = b.high_bound >= width ? 0 : a.low_bound >> static_cast<unsigned>(b.high_bound);
    const Bits high = b.low_bound >= width ? 0 : a.high_bound >> static_cast<unsigned>(b.low_bound);
    bound(node, low, high);
  } else if (node.kind == Kind::AShr) {
    bound_signed(node, std::min<SignedBits>(a.signed_bounds.low, -1),
                 std::max<SignedBits>(a.signed_bounds.high, 0));
    if (a.signed_bounds.low >= 0) bound_signed(node, 0, a.signed_bounds.high);
  } else if (b.high_bound < width &&
             bit_length(a.high_bound) + static_cast<unsigned>(b.high_bound) <= width) {
    bound(node, a.low_bound << static_cast<unsigned>(b.low_bound),
          a.high_bound << static_cast<unsigned>(b.high_bound));
  }
}

// `mask` is all ones if some value is not negative, and zero otherwise; `part` is that value, its extension
// or a piece of it. Returns the largest possible value of `part & mask`, or nothing if the terms have another
// form.
std::optional<Bits> most_where_positive(Term part, Term mask) {
  if (mask.kind() != Kind::SignExtend || mask->operands[0].kind() != Kind::BvNot) return std::nullopt;
  const Term sign = mask->operands[0]->operands[0];
  if (sign.kind() != Kind::Extract || sign.width() != 1) return std::nullopt;
  const Term value = sign->operands[0];
  if (sign->low + 1 != value.width()) return std::nullopt;
  const SignedBits high = std::max<SignedBits>(cell(value).signed_bounds.high, 0);
  if (part == value || (part.kind() == Kind::SignExtend && part->operands[0] == value))
    return static_cast<Bits>(high);
  const bool is_piece = part.kind() == Kind::Extract && part->operands[0] == value;
  if (!is_piece || bit_length(static_cast<Bits>(high)) > part->low + part.width()) return std::nullopt;
  return static_cast<Bits>(high) >> part->low;
}

void bound_bitwise(Cell& node) {
  if (node.kind == Kind::BvAnd && node.operands.size() == 2)
    for (const std::size_t i : {0U, 1U})
      if (const auto most = most_where_positive(node.operands[i], node.operands[1 - i]))
        bound(node, 0, *most);
  unsigned length = 0;
  for (const Term part : node.operands) {
    length = std::max(length, bit_length(cell(part).high_bound));
    if (node.kind == Kind::BvAnd) bound(node, 0, cell(part).high_bound);
    if (node.kind == Kind::BvOr) bound(node, cell(part).low_bound, mask(node.width));
  }
  bound(node, 0, length == 0 ? 0 : mask(length));
}

void bound_pieces(Cell& node) {
  if (node.kind == Kind::Concat) {
    Bits low = 0, high = 0;
    for (const Term part : node.operands) {
      low = (low << part.width()) | cell(part).low_bound;
      high = (high << part.width()) | cell(part).high_bound;
    }
    bound(node, low, high);
    return;
  }
  const Cell& a = operand(node, 0);
  const Bits low = a.low_bound >> node.low, high = a.high_bound >> node.low;
  // Bits above the extracted ones must be equal throughout the range.
  if (node.width + node.low >= a.width || (low >> node.width) == (high >> node.width)) {
    bound(node, low & mask(node.width), high & mask(node.width));
  }
}

}  // namespace

// The minimum or maximum of two terms: ite(x < y, x, y), ite(x < y, y, x).
void bound_extreme(Cell& node) {
  const Term condition = node.operands[0];
  const bool is_signed = condition.kind() == Kind::Slt;
  if (condition.kind() != Kind::Ult && !is_signed) return;
  const Term x = condition->operands[0], y = condition->operands[1];
  const bool is_least = node.operands[1] == x && node.operands[2] == y;
  if (!is_least && (node.operands[1] != y || node.operands[2] != x)) return;
  const Cell& a = cell(x);
  const Cell& b = cell(y);
  const auto lower = [](auto one, auto other) { return std::min(one, other); };
  const auto upper = [](auto one, auto other) { return std::max(one, other); };
  if (is_signed && is_least)
    bound_signed(node, lower(a.signed_bounds.low, b.signed_bounds.low),
                 lower(a.signed_bounds.high, b.signed_bounds.high));
  else if (is_signed)
    bound_signed(node, upper(a.signed_bounds.low, b.signed_bounds.low),
                 upper(a.signed_bounds.high, b.signed_bounds.high));
  else if (is_least)
    bound(node, lower(a.low_bound, b.low_bound), lower(a.high_bound, b.high_bound));
  else
    bound(node, upper(a.low_bound, b.low_bound), upper(a.high_bound, b.high_bound));
}

void compute_facts(Cell& node) {
  if (node.width == 0) return;
  const unsigned width = node.width;
  node.low_bound = 0;
  node.high_bound = mask(width);
  node.signed_bounds = {to_signed(sign_bit(width), width), static_cast<SignedBits>(mask(width) >> 1)};
  switch (node.kind) {
    case Kind::BvConst:
      bound(node, node.value, node.value);
      break;
    case Kind::Add:
      bound_sum(node);
      break;
    case Kind::Mul:
      bound_product(node);
      break;
    case Kind::UDiv:
    case Kind::URem:
    case Kind::SDiv:
    case Kind::SRem:
      bound_division(node);
      break;
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr:
      bound_shift(node);
      break;
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor:
      bound_bitwise(node);
      break;
    case Kind::BvNot:
      bound(node, mask(width) - operand(node, 0).high_bound, mask(width) - operand(node, 0).low_bound);
      break;
    case Kind::Extract:
    case Kind::Concat:
      bound_pieces(node);
      break;
    case Kind::ZeroExtend:
      bound(node, operand(node, 0).low_bound, operand(node, 0).high_bound);
      break;
    case Kind::SignExtend:
      bound_signed(node, operand(node, 0).signed_bounds.low, operand(node, 0).signed_bounds.high);
      break;
    case Kind::Ite: {
      const Cell& a = operand(node, 1);
      const Cell& b = operand(node, 2);
      bound(node, std::min(a.low_bound, b.low_bound), std::max(a.high_bound, b.high_bound));
      bound_signed(node, std::min(a.signed_bounds.low, b.signed_bounds.low),
                   std::max(a.signed_bounds.high, b.signed_bounds.high));
      bound_extreme(node);
      break;
    }
    default:
      break;
  }
  node.zeros = zeros_of(node);
  if (node.zeros >= width)
    bound(node, 0, 0);
  else
    bound(node, 0, mask(width) & ~mask(node.zeros));
  exchange(node);
}

}  // namespace launchproof::smt
