// Tests results of operations on every device against the arithmetic of this machine.
#include "verify/symbolic/floats/float_values.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace launchproof::symbolic {
namespace {

using smt::Term;

class FloatValuesTest : public ::testing::Test {
 protected:
  static Term literal(smt::TermStore& store, float value) {
    return store.bv(std::bit_cast<std::uint32_t>(value), 32);
  }
  Term literal(float value) { return literal(store, value); }
  Term apply(const std::string& name, const std::vector<Term>& operands, unsigned width = 32) {
    return store.apply("f." + name, operands, width);
  }
  // Returns the only result as a float of this machine, or nothing if there may be several.
  std::optional<float> only(Term term) {
    const auto bits = values.only_bits(term, {});
    return bits ? std::optional(std::bit_cast<float>(static_cast<std::uint32_t>(*bits))) : std::nullopt;
  }
  Term from(Term integer) {
    return apply("float.from_signed." + std::to_string(integer.width()) + ".32", {integer});
  }
  Term to_signed(Term of) { return apply("float.to_signed.32.32", {of}); }

  smt::TermStore store;
  Unknowns unknowns{store};
  FloatValues values{store, unknowns};
  Term x = store.bv_var("x", 16);
};

TEST_F(FloatValuesTest, RoundsToNearest) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> numbers(-1000, 1000);
  for (int i = 0; i < 1000; ++i) {
    const float a = numbers(random);
    const float b = numbers(random);
    const volatile float sum = a + b;
    const volatile float difference = a - b;
    const volatile float product = a * b;
    const volatile float quotient = a / b;
    EXPECT_EQ(only(apply("float.add.32", {literal(a), literal(b)})), sum);
    EXPECT_EQ(only(apply("float.sub.32", {literal(a), literal(b)})), difference);
    EXPECT_EQ(only(apply("float.mul.32", {literal(a), literal(b)})), product);
    EXPECT_EQ(only(apply("float.quotient.32", {literal(a), literal(b)})), quotient);
    EXPECT_EQ(only(apply("fma.32", {literal(a), literal(b), literal(1)})), std::fma(a, b, 1.0F));
  }
}

TEST_F(FloatValuesTest, ARangeHoldsWhatIsInIt) {
  const Term tree = apply("float.mul.32", {from(x), literal(0.7F)});
  for (const auto& [low, high] : {std::pair{-3, 9}, {0, 100}, {-500, -2}}) {
    const auto range = values.value(tree, {.atom = x, .range = {low, high}});
    ASSERT_TRUE(range);
    for (int i = low; i <= high; ++i) {
      const volatile float product = static_cast<float>(i) * 0.7F;
      EXPECT_LE(range->low, product);
      EXPECT_GE(range->high, product);
    }
  }
}

TEST_F(FloatValuesTest, AnOperandThatIsGivenMakesOneResult) {
  const Term index = to_signed(apply("float.mul.32", {from(x), literal(0.7F)}));
  for (int i = 0; i < 50; ++i) {
    const auto range = values.integer(index, {.atom = x, .range = {i, i}});
    ASSERT_TRUE(range);
    const volatile float product = static_cast<float>(i) * 0.7F;
    EXPECT_EQ(range->low, static_cast<int>(product));
    EXPECT_EQ(range->high, range->low);
  }
}

// A product that may be rounded or not gives more than one sum, unless it needs no rounding.
TEST_F(FloatValuesTest, WhatMayBeContractedHoldsBoth) {
  const float a = 0.1F;
  const float b = 10.0F;
  const auto sum_of = [&](float p, float q) {
    const Term product = apply("float.mul.32", {literal(p), literal(q)});
    return apply("float.sub.32.7", {product, literal(1), literal(p), literal(q)});
  };
  EXPECT_FALSE(only(sum_of(a, b)));
  const auto range = values.value(sum_of(a, b), {});
  ASSERT_TRUE(range);
  const volatile float product = a * b;
  EXPECT_LE(range->low, product - 1.0F);
  EXPECT_GE(range->high, product - 1.0F);
  EXPECT_LE(range->low, std::fma(a, b, -1.0F));
  EXPECT_GE(range->high, std::fma(a, b, -1.0F));
  EXPECT_EQ(only(sum_of(0.5F, 10.0F)), 4.0F);
}

TEST_F(FloatValuesTest, AnErrorBoundMakesARange) {
  const Term loose = apply("float.div.32", {literal(1), literal(3)});
  EXPECT_FALSE(only(loose));
  const auto range = values.value(loose, {});
  ASSERT_TRUE(range);
  EXPECT_LT(range->low, 1.0F / 3.0F);
  EXPECT_GT(range->high, 1.0F / 3.0F);
  EXPECT_LT(range->high - range->low, 1e-6);
  EXPECT_FALSE(values.value(apply("float.div.32", {literal(1), literal(0)}), {}));
}

TEST_F(FloatValuesTest, SubnormalNumbersMayBeZero) {
  const float least = std::numeric_limits<float>::min();
  const Term small = apply("float.mul.32", {literal(least), literal(0.5F)});
  EXPECT_FALSE(only(small));
  const auto range = values.value(small, {});
  ASSERT_TRUE(range);
  EXPECT_LE(range->low, 0);
  EXPECT_EQ(range->high, least / 2);
  EXPECT_FALSE(only(apply("float.mul.32", {literal(least), literal(1)})))
      << "it may be flushed before it is rounded";
}

TEST_F(FloatValuesTest, WhatIsNoNumberIsLeftOpen) {
  const float infinite = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(values.value(literal(infinite), {}));
  EXPECT_FALSE(values.value(literal(std::nanf("")), {}));
  const float most = std::numeric_limits<float>::max();
  EXPECT_FALSE(values.value(apply("float.add.32", {literal(most), literal(most)}), {}));
}

TEST_F(FloatValuesTest, AnIntegerOutOfRangeIsLeftOpenUnlessItSaturates) {
  EXPECT_FALSE(values.integer(to_signed(literal(3e9F)), {}));
  const auto saturated = values.integer(apply("float.to_signed_sat.32.32", {literal(3e9F)}), {});
  ASSERT_TRUE(saturated);
  EXPECT_EQ(saturated->low, std::numeric_limits<int>::max());
}

TEST_F(FloatValuesTest, RoundsAsTheConversionSays) {
  const auto as = [&](const char* mode, float number) {
    const auto range =
        values.integer(apply("float.to_signed" + std::string(mode) + ".32.32", {literal(number)}), {});
    return range ? static_cast<int>(range->low) : -1000;
  };
  EXPECT_EQ(as("", -2.5F), -2);
  EXPECT_EQ(as("_rtz", 2.9F), 2);
  EXPECT_EQ(as("_rte", 2.5F), 2);
  EXPECT_EQ(as("_rtp", 2.1F), 3);
  EXPECT_EQ(as("_rtn", -2.1F), -3);
  const Term odd = store.bv((1U << 24U) + 1, 32);
  EXPECT_EQ(only(apply("float.from_signed.32.32", {odd})), 16777216.0F);
  EXPECT_EQ(only(apply("float.from_signed_rtp.32.32", {odd})), 16777218.0F);
}

TEST_F(FloatValuesTest, ComparisonsAreKnownWhereTheRangesAreApart) {
  const Term less = apply("float.olt.32", {from(x), literal(5)}, 1);
  const auto yields = [&](int low, int high) {
    return values.integer(less, {.atom = x, .range = {low, high}}).value();
  };
  EXPECT_EQ(yields(0, 4).low, 1);
  EXPECT_EQ(yields(5, 9).high, 0);
  EXPECT_EQ(yields(4, 5).low, 0);
  EXPECT_EQ(yields(4, 5).high, 1);
}

TEST_F(FloatValuesTest, NothingIsKnownOfOtherFunctions) {
  for (const char* name : {"sqrt.f32", "relaxed.add.32.3", "native_divide.f32", "mad.f32", "float.add.16"})
    EXPECT_FALSE(values.is_known(apply(name, {literal(1), literal(2)}))) << name;
  EXPECT_FALSE(only(apply("relaxed.mul.32.3", {literal(1), literal(2)})));
  EXPECT_FALSE(values.is_known(apply("float.mul.32.any", {literal(1), literal(2)})))
      << "a device that may round in another way";
}

}  // namespace
}  // namespace launchproof::symbolic
