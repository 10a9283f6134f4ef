// Tests comparisons of bits against this machine's comparisons of floats.
#include "verify/symbolic/floats/float_bits.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace launchproof::symbolic {
namespace {

using smt::Bits;
using smt::Term;

const std::vector<std::string> kPredicates{"oeq", "one", "olt", "ole", "ogt", "oge", "ord",
                                           "ueq", "une", "ult", "ule", "ugt", "uge", "uno"};

bool on_host(const std::string& predicate, double a, double b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  if (predicate == "ord") return !unordered;
  if (predicate == "uno") return unordered;
  if (unordered) return predicate.starts_with('u');
  const std::string order = predicate.substr(1);
  if (order == "eq") return a == b;
  if (order == "ne") return a != b;
  if (order == "lt") return a < b;
  if (order == "le") return a <= b;
  if (order == "gt") return a > b;
  return a >= b;
}

double half(Bits bits) {
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  const auto exponent = static_cast<int>(bits >> 10 & 31U);
  const auto fraction = static_cast<double>(bits & 1023U);
  if (exponent == 31)
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  return exponent == 0 ? sign * std::ldexp(fraction, -24) : sign * std::ldexp(1024 + fraction, exponent - 25);
}

double value(Bits bits, unsigned width) {
  if (width == 16) return half(bits);
  if (width == 32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(static_cast<std::uint64_t>(bits));
}

unsigned precision_of(unsigned width) {
  if (width == 16) return 11;
  return width == 32 ? 24 : 53;
}

// The bits of the smallest normal number.
Bits least_of(unsigned width) {
  return Bits{1} << (precision_of(width) - 1);
}

double flushed(double number, unsigned width) {
  return std::abs(number) < value(least_of(width), width) ? std::copysign(0.0, number) : number;
}

bool is_subnormal(Bits bits, unsigned width) {
  return !std::isnan(value(bits, width)) && flushed(value(bits, width), width) != value(bits, width);
}

// Numbers at which the result changes, of both signs, with their neighbours.
std::vector<Bits> interesting(unsigned width) {
  const Bits least = least_of(width);
  const Bits sign = Bits{1} << (width - 1);
  const Bits infinite = sign - least;
  std::vector<Bits> result;
  for (const Bits magnitude : {Bits{1}, least, least * 3, infinite / 2, infinite, sign - 2})
    for (const Bits bits : {magnitude - 1, magnitude, magnitude + 1})
      for (const Bits with : {Bits{0}, sign}) result.push_back(bits | with);
  return result;
}

class FloatBitsTest : public ::testing::TestWithParam<unsigned> {
 protected:
  // Returns the comparison of a variable at `number` with the constant.
  void expect(const std::string& predicate, Bits number, Bits constant, bool is_first) {
    const unsigned width = GetParam();
    FloatOperation operation;
    operation.kind = FloatOperation::Kind::Compare;
    operation.name = predicate;
    operation.width = width;
    const Term bound = store.bv(constant, width);
    const auto made =
        is_first ? compare_bits(store, operation, x, bound) : compare_bits(store, operation, bound, x);
    ASSERT_TRUE(made);
    const auto at = [&](Term term) {
      return store.substitute(term, [&](Term t) { return t == x ? store.bv(number, width) : Term(); });
    };
    const double a = value(is_first ? number : constant, width),
                 b = value(is_first ? constant : number, width);
    const std::string what = predicate + " of " + std::to_string(a) + " and " + std::to_string(b);
    const bool exact = on_host(predicate, a, b);
    const bool same = exact == on_host(predicate, flushed(a, width), flushed(b, width));
    if (!at(made->valid).is_true()) {
      // Only subnormal numbers, and numbers compared with them, are left undecided.
      EXPECT_TRUE(is_subnormal(number, width) || is_subnormal(constant, width)) << what;
      return;
    }
    EXPECT_TRUE(same) << what;
    EXPECT_EQ(at(made->value).is_true(), exact) << what;
    ++checked;
  }

  smt::TermStore store;
  Term x = store.bv_var("x", GetParam());
  unsigned checked = 0;
};

TEST_P(FloatBitsTest, CompareAsTheMachineDoes) {
  const std::vector<Bits> numbers = interesting(GetParam());
  for (const std::string& predicate : kPredicates)
    for (const Bits number : numbers)
      for (const Bits constant : numbers)
        for (const bool is_first : {true, false}) expect(predicate, number, constant, is_first);
  EXPECT_GT(checked, 20'000U);
}

TEST_P(FloatBitsTest, LeaveOutWhatIsPromisedNotToOccur) {
  const unsigned width = GetParam();
  const auto operation = float_operation("float.olt." + std::to_string(width) + ".finite");
  ASSERT_TRUE(operation);
  const Bits infinite = (Bits{1} << (width - 1)) - least_of(width);
  EXPECT_FALSE(compare_bits(store, *operation, x, store.bv(infinite, width)));
  const auto made = compare_bits(store, *operation, x, store.bv(infinite - 1, width));
  ASSERT_TRUE(made);
  const auto valid_at = [&](Bits number) {
    return store.substitute(made->valid, [&](Term t) { return t == x ? store.bv(number, width) : Term(); })
        .is_true();
  };
  EXPECT_TRUE(valid_at(infinite - 2));
  EXPECT_FALSE(valid_at(infinite));
  EXPECT_FALSE(valid_at(infinite + 1));
}

INSTANTIATE_TEST_SUITE_P(Widths, FloatBitsTest, ::testing::Values(16U, 32U, 64U));

// Converts the bits of a float of this machine to an integer of that width, or returns nothing if no such
// integer exists.
template <typename Float>
std::optional<smt::SignedBits> whole_on_host(Float x, unsigned width, bool is_signed) {
  if (!std::isfinite(x)) return std::nullopt;
  const long double whole = std::trunc(static_cast<long double>(x));
  const long double end = std::ldexp(1.0L, static_cast<int>(is_signed ? width - 1 : width));
  if (whole >= end || whole < (is_signed ? -end : 0.0L)) return std::nullopt;
  return static_cast<smt::SignedBits>(whole);
}

template <typename Float, typename Word>
void compare_conversions(const std::vector<Word>& all) {
  smt::TermStore store;
  constexpr unsigned kFormat = 8 * sizeof(Float);
  for (const bool is_signed : {true, false})
    for (const unsigned width : {8U, 16U, 32U, 64U}) {
      const auto operation =
          float_operation(std::string("float.to_") + (is_signed ? "signed." : "unsigned.") +
                          std::to_string(kFormat) + "." + std::to_string(width));
      ASSERT_TRUE(operation);
      unsigned known = 0;
      for (const Word word : all) {
        const auto converted = convert_bits(store, *operation, store.bv(word, kFormat), width);
        ASSERT_TRUE(converted);
        ASSERT_TRUE(converted->valid.is_constant() && converted->value.is_constant());
        if (!converted->valid.is_true()) continue;
        ++known;
        const auto wanted = whole_on_host(std::bit_cast<Float>(word), width, is_signed);
        ASSERT_TRUE(wanted) << word;
        EXPECT_EQ(static_cast<std::uint64_t>(converted->value->value),
                  static_cast<std::uint64_t>(*wanted) & (width == 64 ? UINT64_MAX : (1ULL << width) - 1))
            << "bits " << word << " to " << width;
      }
      EXPECT_GT(known, all.size() / 16);
    }
}

TEST(FloatBits, ConversionsToIntegersAreThoseOfThisMachine) {
  std::vector<std::uint32_t> singles;
  std::vector<std::uint64_t> doubles;
  for (const double x :
       {0.0,   0.25,    0.999,   1.0,          1.5,          2.0,          127.0,  127.9,  128.0, 255.5,
        256.0, 32767.5, 65535.9, 2147483520.0, 2147483648.0, 4294967040.0, 9.2e18, 1.8e19, 1e-40, 3e38})
    for (const double sign : {1.0, -1.0}) {
      singles.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(sign * x)));
      doubles.push_back(std::bit_cast<std::uint64_t>(sign * x));
    }
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const double x = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 66) - 54);
    singles.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(i % 2 == 0 ? x : -x)));
    doubles.push_back(std::bit_cast<std::uint64_t>(i % 2 == 0 ? x : -x));
  }
  compare_conversions<float>(singles);
  compare_conversions<double>(doubles);
}

TEST(FloatBits, ConversionsOutOfRangeAreLeftOpen) {
  smt::TermStore store;
  const auto valid = [&](const char* name, float x, unsigned width) {
    return convert_bits(store, *float_operation(name), store.bv(std::bit_cast<std::uint32_t>(x), 32), width)
        ->valid.is_true();
  };
  EXPECT_FALSE(valid("float.to_signed.32.32", std::numeric_limits<float>::quiet_NaN(), 32));
  EXPECT_FALSE(valid("float.to_signed.32.32", std::numeric_limits<float>::infinity(), 32));
  EXPECT_FALSE(valid("float.to_signed.32.32", 2147483648.0F, 32));
  EXPECT_FALSE(valid("float.to_unsigned.32.32", -1.0F, 32));
  EXPECT_TRUE(valid("float.to_unsigned.32.32", -0.5F, 32));
  EXPECT_FALSE(valid("float.to_signed.32.8", 128.0F, 8));
  EXPECT_FALSE(convert_bits(store, *float_operation("float.to_signed_rte.32.32"), store.bv(0, 32), 32));
}

}  // namespace
}  // namespace launchproof::symbolic
