// Machine arithmetic on bit-vector values of 1..128 bits. A value is kept zero-extended in a Bits.
#pragma once

#include <span>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

constexpr Bits mask(unsigned width) {
  return width >= 128 ? ~Bits{0} : (Bits{1} << width) - 1;
}
constexpr Bits sign_bit(unsigned width) {
  return Bits{1} << (width - 1);
}

constexpr SignedBits to_signed(Bits value, unsigned width) {
  if ((value & sign_bit(width)) != 0) value |= ~mask(width);
  return static_cast<SignedBits>(value);
}

// Returns the number of bits that `value` needs; 0 for zero.
constexpr unsigned bit_length(Bits value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  if (high != 0) return 128 - static_cast<unsigned>(__builtin_clzll(high));
  return low == 0 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(low));
}

// Returns the number of trailing zero bits of `value`, at most `width`.
constexpr unsigned count_trailing_zeros(Bits value, unsigned width) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  if (low != 0) return static_cast<unsigned>(__builtin_ctzll(low));
  if (high != 0) return 64 + static_cast<unsigned>(__builtin_ctzll(high));
  return width;
}

// Returns the value of `node` if its operands have the values `values` (Booleans: 0 or 1). Not for variables
// and Apply.
Bits operation_value(const Node& node, std::span<const Bits> values);

// Returns a key that distinguishes functions with the same name: "f:32 32>8".
std::string function_key(const Node& application);

}  // namespace launchproof::smt
