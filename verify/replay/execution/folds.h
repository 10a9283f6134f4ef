// Interprets machine words as numbers, and combines the numbers of several work-items.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "verify/replay/memory/operations.h"

namespace launchproof::replay {

template <typename T>
T value_of(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <typename T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// Returns the identity of the operation. It is what an exclusive scan returns to the first work-item.
template <typename T>
T neutral(FoldOp how) {
  using Limits = std::numeric_limits<T>;
  switch (how) {
    case FoldOp::Mul:
    case FoldOp::LogicalAnd:
      return T(1);
    case FoldOp::Min:
      return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case FoldOp::Max:
      return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    case FoldOp::And:
      if constexpr (std::is_integral_v<T>) return static_cast<T>(~T(0));
      return T(0);
    default:
      return T(0);
  }
}

template <typename T>
T fold(FoldOp how, T a, T b) {
  if (how == FoldOp::Min) return std::min(a, b);
  if (how == FoldOp::Max) return std::max(a, b);
  if constexpr (std::is_integral_v<T>) {
    // Unsigned arithmetic in 64 bits overflows only where the result does.
    const auto bits = [](T value) -> std::uint64_t { return static_cast<std::make_unsigned_t<T>>(value); };
    const std::uint64_t x = bits(a), y = bits(b);
    const bool is_x = a != 0, is_y = b != 0;
    switch (how) {
      case FoldOp::Mul:
        return static_cast<T>(x * y);
      case FoldOp::And:
        return static_cast<T>(x & y);
      case FoldOp::Or:
        return static_cast<T>(x | y);
      case FoldOp::Xor:
        return static_cast<T>(x ^ y);
      case FoldOp::LogicalAnd:
        return static_cast<T>(is_x && is_y);
      case FoldOp::LogicalOr:
        return static_cast<T>(is_x || is_y);
      case FoldOp::LogicalXor:
        return static_cast<T>(is_x != is_y);
      default:
        return static_cast<T>(x + y);
    }
  } else {
    return how == FoldOp::Mul ? a * b : a + b;
  }
}

// Returns whether the values, or subsets of them, certainly have the same sum in every order of addition.
template <typename T>
bool is_sum_fixed(const std::vector<std::uint64_t>& values) {
  if constexpr (std::is_floating_point_v<T>) {
    const T most = std::ldexp(T(1), std::numeric_limits<T>::digits);
    T sum = 0;
    for (const std::uint64_t bits : values) {
      const T value = value_of<T>(bits);
      if (!(std::fabs(value) < most) || std::trunc(value) != value) return false;
      sum += std::fabs(value);
    }
    return sum < most;
  }
  return true;
}

// Calls `f` with a value of the type that `scalar` names, as in Collective.
template <typename F>
auto with_type(char scalar, std::uint32_t bytes, F f) {
  if (scalar == 'f') return f(float{});
  if (scalar == 'd') return f(double{});
  const bool is_signed = scalar == 'i';
  switch (bytes) {
    case 1:
      return is_signed ? f(std::int8_t{}) : f(std::uint8_t{});
    case 2:
      return is_signed ? f(std::int16_t{}) : f(std::uint16_t{});
    case 8:
      return is_signed ? f(std::int64_t{}) : f(std::uint64_t{});
    default:
      return is_signed ? f(std::int32_t{}) : f(std::uint32_t{});
  }
}

}  // namespace launchproof::replay
