#include "verify/equivalence/graph/rational.h"

#include <bit>
#include <cmath>
#include <utility>

namespace launchproof::equivalence {
namespace {

using Wide = Rational::Wide;

Wide greatest_common(Wide a, Wide b) {
  if (a < 0) a = -a;
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

bool multiply(Wide a, Wide b, Wide& result) {
  return !__builtin_mul_overflow(a, b, &result);
}

Rational invalid() {
  return {Wide{0}, Wide{0}};
}

}  // namespace

Rational::Rational(Wide numerator, Wide denominator) : d_numerator(numerator), d_denominator(denominator) {
  if (denominator == 0) {
    d_numerator = 0;
    return;
  }
  if (d_denominator < 0) {
    d_numerator = -d_numerator;
    d_denominator = -d_denominator;
  }
  if (d_denominator == 1) return;
  const Wide common = greatest_common(d_numerator, d_denominator);
  d_numerator /= common;
  d_denominator /= common;
}

Rational Rational::of_float(std::uint64_t bits, unsigned width) {
  double number = 0;
  if (width == 32) {
    number = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  } else if (width == 64) {
    number = std::bit_cast<double>(bits);
  } else {
    return invalid();
  }
  if (!std::isfinite(number)) return invalid();
  if (number == 0) return {};
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  const auto digits = static_cast<std::int64_t>(std::ldexp(fraction, 53));
  exponent -= 53;
  constexpr int kMost = 60;
  if (exponent > kMost || exponent < -120) return invalid();
  if (exponent >= 0) return {Wide{digits} * (Wide{1} << exponent), Wide{1}};
  return {Wide{digits}, Wide{1} << -exponent};
}

Rational Rational::operator+(const Rational& other) const {
  if (!is_valid() || !other.is_valid()) return invalid();
  if (d_denominator == 1 && other.d_denominator == 1) {
    Wide sum = 0;
    if (__builtin_add_overflow(d_numerator, other.d_numerator, &sum)) return invalid();
    return {sum, Wide{1}};
  }
  const Wide common = greatest_common(d_denominator, other.d_denominator);
  Wide left = 0;
  Wide right = 0;
  Wide sum = 0;
  Wide below = 0;
  if (!multiply(d_numerator, other.d_denominator / common, left) ||
      !multiply(other.d_numerator, d_denominator / common, right) ||
      !multiply(d_denominator, other.d_denominator / common, below) ||
      __builtin_add_overflow(left, right, &sum))
    return invalid();
  return {sum, below};
}

Rational Rational::operator*(const Rational& other) const {
  if (!is_valid() || !other.is_valid()) return invalid();
  const Wide first = greatest_common(d_numerator, other.d_denominator);
  const Wide second = greatest_common(other.d_numerator, d_denominator);
  Wide above = 0;
  Wide below = 0;
  if (first == 0 || second == 0) return is_zero() || other.is_zero() ? Rational() : invalid();
  if (!multiply(d_numerator / first, other.d_numerator / second, above) ||
      !multiply(d_denominator / second, other.d_denominator / first, below))
    return invalid();
  return {above, below};
}

Rational Rational::operator-() const {
  Rational result = *this;
  result.d_numerator = -result.d_numerator;
  return result;
}

Rational Rational::inverse() const {
  if (!is_valid() || d_numerator == 0) return invalid();
  return {d_denominator, d_numerator};
}

Rational Rational::modulo(unsigned width) const {
  const Wide modulus = Wide{1} << width;
  Wide rest = d_numerator % modulus;
  if (rest < -(modulus / 2)) rest += modulus;
  if (rest >= modulus / 2) rest -= modulus;
  return {rest, Wide{1}};
}

}  // namespace launchproof::equivalence
