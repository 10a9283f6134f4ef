#include "verify/smt/terms/bits.h"

#include <algorithm>

namespace launchproof::smt {
namespace {

Bits divide(Bits a, Bits b, unsigned width) {
  return b == 0 ? mask(width) : a / b;
}
Bits remainder(Bits a, Bits b) {
  return b == 0 ? a : a % b;
}
Bits negate(Bits a, unsigned width) {
  return -a & mask(width);
}
bool negative(Bits a, unsigned width) {
  return (a & sign_bit(width)) != 0;
}

// SMT-LIB 2.6, theory FixedSizeBitVectors: signed division truncates, the remainder follows the dividend.
Bits signed_divide(Bits a, Bits b, unsigned width) {
  const bool flip_a = negative(a, width), flip_b = negative(b, width);
  const Bits quotient = divide(flip_a ? negate(a, width) : a, flip_b ? negate(b, width) : b, width);
  return flip_a != flip_b ? negate(quotient, width) : quotient;
}

Bits signed_remainder(Bits a, Bits b, unsigned width) {
  const bool flip_a = negative(a, width), flip_b = negative(b, width);
  const Bits rest = remainder(flip_a ? negate(a, width) : a, flip_b ? negate(b, width) : b);
  return flip_a ? negate(rest, width) : rest;
}

Bits shift_right_signed(Bits a, Bits b, unsigned width) {
  const SignedBits value = to_signed(a, width);
  const unsigned by = b >= width ? width - 1 : static_cast<unsigned>(b);
  return static_cast<Bits>(value >> by);
}

Bits fold_left(const Node& node, std::span<const Bits> values) {
  Bits result = values.front();
  for (std::size_t i = 1; i < values.size(); ++i) {
    switch (node.kind) {
      case Kind::And:
      case Kind::BvAnd:
        result &= values[i];
        break;
      case Kind::Or:
      case Kind::BvOr:
        result |= values[i];
        break;
      case Kind::BvXor:
        result ^= values[i];
        break;
      case Kind::Add:
        result += values[i];
        break;
      case Kind::Mul:
        result *= values[i];
        break;
      default:
        result = (result << node.operands[i]->width) | values[i];
        break;  // Concat
    }
  }
  return result;
}

Bits raw_value(const Node& node, std::span<const Bits> values) {
  const unsigned width = node.operands.empty() ? node.width : node.operands.front()->width;
  switch (node.kind) {
    case Kind::True:
      return 1;
    case Kind::False:
      return 0;
    case Kind::BvConst:
      return node.value;
    case Kind::Not:
      return values[0] ^ 1;
    case Kind::Ite:
      return values[0] != 0 ? values[1] : values[2];
    case Kind::Eq:
      return values[0] == values[1];
    case Kind::And:
    case Kind::Or:
    case Kind::Add:
    case Kind::Mul:
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor:
    case Kind::Concat:
      return fold_left(node, values);
    case Kind::Sub:
      return values[0] - values[1];
    case Kind::Neg:
      return -values[0];
    case Kind::UDiv:
      return divide(values[0], values[1], width);
    case Kind::URem:
      return remainder(values[0], values[1]);
    case Kind::SDiv:
      return signed_divide(values[0], values[1], width);
    case Kind::SRem:
      return signed_remainder(values[0], values[1], width);
    case Kind::BvNot:
      return ~values[0];
    case Kind::Shl:
      return values[1] >= width ? 0 : values[0] << static_cast<unsigned>(values[1]);
    case Kind::LShr:
      return values[1] >= width ? 0 : values[0] >> static_cast<unsigned>(values[1]);
    case Kind::AShr:
      return shift_right_signed(values[0], values[1], width);
    case Kind::Ult:
      return values[0] < values[1];
    case Kind::Ule:
      return values[0] <= values[1];
    case Kind::Slt:
      return to_signed(values[0], width) < to_signed(values[1], width);
    case Kind::Sle:
      return to_signed(values[0], width) <= to_signed(values[1], width);
    case Kind::Extract:
      return values[0] >> node.low;
    case Kind::ZeroExtend:
      return values[0];
    case Kind::SignExtend:
      return static_cast<Bits>(to_signed(values[0], width));
    case Kind::BoolVar:
    case Kind::BvVar:
    case Kind::Apply:
      break;
  }
  return 0;
}

}  // namespace

Bits operation_value(const Node& node, std::span<const Bits> values) {
  return raw_value(node, values) & (node.width == 0 ? Bits{1} : mask(node.width));
}

std::string function_key(const Node& application) {
  std::string key = application.name + ':';
  for (const Term argument : application.operands) (key += std::to_string(argument.width())) += ' ';
  key.back() = '>';
  return key += std::to_string(application.width);
}

}  // namespace launchproof::smt
