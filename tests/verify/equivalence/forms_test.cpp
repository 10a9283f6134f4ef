#include "verify/equivalence/graph/forms.h"

#include <gtest/gtest.h>

#include <bit>

namespace launchproof::equivalence {
namespace {

TEST(RationalTest, CountsExactly) {
  const Rational third(Rational::Wide{1}, Rational::Wide{3});
  EXPECT_EQ(third + third + third, Rational(1));
  EXPECT_EQ(third * Rational(3), Rational(1));
  EXPECT_EQ((Rational(1) - third).inverse(), Rational(Rational::Wide{3}, Rational::Wide{2}));
  EXPECT_FALSE(Rational(0).inverse().is_valid());
  EXPECT_EQ(Rational::of_float(std::bit_cast<std::uint32_t>(0.375F), 32),
            Rational(Rational::Wide{3}, Rational::Wide{8}));
  EXPECT_FALSE(Rational::of_float(0x7f800000, 32).is_valid());
}

TEST(RationalTest, DoesNotCountBeyondItsDigits) {
  Rational large(std::int64_t{1} << 62);
  large = large * large;
  EXPECT_TRUE(large.is_valid());
  EXPECT_FALSE((large * large).is_valid());
  EXPECT_FALSE((large * large + Rational(1)).is_valid());
}

class FormsTest : public testing::Test {
 protected:
  Sum part(std::uint64_t number, unsigned width = kReal) {
    return d_forms.as_sum(d_forms.opaque(number, width));
  }
  FormId real(const Sum& sum) { return d_forms.of_sum(sum, kReal); }

  Forms d_forms;
};

TEST_F(FormsTest, SumsAreModuloAPowerOfTwo) {
  const Sum a = part(1, 8);
  Sum sum;
  for (int i = 0; i < 256; ++i) sum = d_forms.add(sum, a, 8);
  EXPECT_TRUE(sum.empty());
  EXPECT_FALSE(d_forms.add(sum, a, 8).empty());
}

TEST_F(FormsTest, ProductsAreMultipliedOut) {
  const Sum sum = d_forms.add(part(1), part(2), kReal);
  const Sum difference = d_forms.add(part(1), part(2), kReal, -1);
  const Sum squares = d_forms.add(d_forms.multiply(part(1), part(1), kReal),
                                  d_forms.multiply(part(2), part(2), kReal), kReal, -1);
  EXPECT_EQ(d_forms.multiply(sum, difference, kReal), squares);
}

TEST_F(FormsTest, ExponentialsOfOneProductBecomeOne) {
  const Sum a = d_forms.exponential(part(1));
  const Sum b = d_forms.exponential(part(2));
  EXPECT_EQ(d_forms.multiply(a, b, kReal), d_forms.exponential(d_forms.add(part(1), part(2), kReal)));
  const Sum less = d_forms.exponential(d_forms.scale(part(1), -1, 0, kReal));
  EXPECT_EQ(real(d_forms.multiply(a, less, kReal)), d_forms.number(1, kReal));
}

TEST_F(FormsTest, ACommonFactorOfADivisorComesOut) {
  // (x e^m) / (y e^m + z e^m) is x / (y + z).
  const Sum m = d_forms.exponential(part(9));
  const Sum below = d_forms.add(part(2), part(3), kReal);
  const Sum plain = d_forms.multiply(part(1), d_forms.inverse(below), kReal);
  const Sum scaled = d_forms.multiply(d_forms.multiply(part(1), m, kReal),
                                      d_forms.inverse(d_forms.multiply(below, m, kReal)), kReal);
  EXPECT_EQ(plain, scaled);
}

TEST_F(FormsTest, QuotientsAreMultipliedOut) {
  // a / (a + b) + b / (a + b) - 1 is 0, and with another divisor it is not.
  const Sum sum = d_forms.add(part(1), part(2), kReal);
  const Sum other = d_forms.add(part(1), part(3), kReal);
  const Sum one = d_forms.as_sum(d_forms.number(1, kReal));
  const auto apart = [&](const Sum& below) {
    const Sum by = d_forms.inverse(below);
    const Sum both =
        d_forms.add(d_forms.multiply(part(1), by, kReal), d_forms.multiply(part(2), by, kReal), kReal);
    return d_forms.without_quotients(d_forms.add(both, one, kReal, -1));
  };
  EXPECT_TRUE(apart(sum).empty());
  EXPECT_FALSE(apart(other).empty());
}

TEST(FormsLimitTest, EndsWhereTermsAreTooMany) {
  Forms forms(1000);
  const auto grow = [&] {
    Sum sum;
    for (std::uint64_t i = 0; i < 100; ++i) sum = forms.add(sum, forms.as_sum(forms.opaque(i, kReal)), kReal);
    return forms.multiply(sum, sum, kReal);
  };
  EXPECT_THROW(grow(), FormsTooLarge);
}

}  // namespace
}  // namespace launchproof::equivalence
