// Exact fractions. A number that does not fit makes the result invalid, as well as everything computed from
// it.
#pragma once

#include <cstdint>

namespace launchproof::equivalence {

class Rational {
 public:
  __extension__ typedef __int128 Wide;

  Rational() = default;
  Rational(std::int64_t number) : d_numerator(number) {}  // NOLINT: numbers are fractions
  Rational(Wide numerator, Wide denominator);

  // Returns the value of a float or double with these bits; invalid for infinities and NaNs.
  static Rational of_float(std::uint64_t bits, unsigned width);

  bool is_valid() const { return d_denominator != 0; }
  bool is_zero() const { return d_numerator == 0 && is_valid(); }
  bool is_one() const { return d_numerator == 1 && d_denominator == 1; }
  bool is_negative() const { return d_numerator < 0; }
  Wide numerator() const { return d_numerator; }
  Wide denominator() const { return d_denominator; }

  Rational operator+(const Rational& other) const;
  Rational operator-(const Rational& other) const { return *this + -other; }
  Rational operator*(const Rational& other) const;
  Rational operator-() const;
  Rational inverse() const;  // invalid for 0
  // Returns the number modulo 2^width, in the range from -2^(width-1) to 2^(width-1) - 1. Requires an
  // integer.
  Rational modulo(unsigned width) const;
  bool operator==(const Rational&) const = default;

 private:
  Wide d_numerator = 0;
  Wide d_denominator = 1;  // positive; 0: invalid
};

}  // namespace launchproof::equivalence
