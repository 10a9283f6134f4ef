// Machine scalars as 64-bit words: integers zero-extended, floats as their bit patterns.
#pragma once

#include <bit>
#include <cstdint>

namespace launchproof::oracle {

struct ScalarType {
  std::uint8_t bits = 32;
  bool is_float = false;
  bool is_signed = false;
};

inline std::uint64_t mask_of(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

inline std::int64_t sign_extended(std::uint64_t value, unsigned bits) {
  if (bits >= 64) return static_cast<std::int64_t>(value);
  const unsigned shift = 64 - bits;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

inline float as_float(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
inline double as_double(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
inline std::uint64_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
inline std::uint64_t bits_of(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

enum class Rounding : std::uint8_t { NearestEven, TowardZero, Up, Down };

// Converts a float of `width` bits (16, 32 or 64) to a double, which is exact, and back, rounded once.
double to_double(std::uint64_t bits, unsigned width);
std::uint64_t from_double(double value, unsigned width, Rounding rounding = Rounding::NearestEven);

// Returns the value in single precision, which is exact for widths 16 and 32.
inline float to_single(std::uint64_t bits, unsigned width) {
  return width == 32 ? as_float(bits) : static_cast<float>(to_double(bits, width));
}
inline std::uint64_t from_single(float value, unsigned width) {
  return width == 32 ? bits_of(value) : from_double(static_cast<double>(value), width);
}

// Converts a float to an integer. Out-of-range values (undefined unless `saturate` is set) give the nearest
// limit; NaN gives 0.
std::uint64_t float_to_integer(double value, ScalarType to, Rounding rounding = Rounding::TowardZero);
std::uint64_t integer_to_float(std::uint64_t value, ScalarType from, unsigned width,
                               Rounding rounding = Rounding::NearestEven);

}  // namespace launchproof::oracle
