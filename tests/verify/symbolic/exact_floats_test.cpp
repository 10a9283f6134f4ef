// Tests exact floats against the arithmetic of this machine.
#include "verify/symbolic/floats/exact_floats.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <utility>

namespace launchproof::symbolic {
namespace {

using smt::Term;

class ExactFloatsTest : public ::testing::Test {
 protected:
  static constexpr unsigned kBits = 9;  // of the integers that floats are made of

  Term float_of(Term integer) {
    const auto made =
        floats.apply("float.from_signed." + std::to_string(integer.width()) + ".32", {integer}, 32, true, {});
    EXPECT_TRUE(made && made->valid.is_true());
    return made->value;
  }
  Term literal(float value) { return store.bv(std::bit_cast<std::uint32_t>(value), 32); }
  std::optional<ExactFloats::Result> of(const std::string& name, const std::vector<Term>& operands,
                                        unsigned width = 32) {
    return floats.apply(name, operands, width, true, {});
  }
  // Evaluates with the variables at these values.
  Term at(Term term, int a, int b) {
    return store.substitute(term, [&](Term t) {
      if (t == x) return store.bv(static_cast<smt::Bits>(a), kBits);
      if (t == y) return store.bv(static_cast<smt::Bits>(b), kBits);
      return Term();
    });
  }
  // Converts or compares like a float of this machine.
  void expect(const ExactFloats::Result& made, int a, int b, std::int64_t wanted, const std::string& what) {
    const Term valid = at(made.valid, a, b);
    ASSERT_TRUE(valid.is_constant()) << what;
    if (valid.is_false()) return;
    const Term value = at(made.value, a, b);
    ASSERT_TRUE(value.is_constant()) << what;
    const auto got = value.width() == 0 ? static_cast<std::int64_t>(value.is_true())
                                        : static_cast<std::int64_t>(static_cast<std::uint64_t>(value->value));
    EXPECT_EQ(got, wanted) << what << " of " << a << " and " << b;
    ++checked;
  }

  smt::TermStore store;
  Unknowns unknowns{store};
  ExactFloats floats{store, unknowns};
  Term x = store.bv_var("x", kBits), y = store.bv_var("y", kBits);
  unsigned checked = 0;
};

TEST_F(ExactFloatsTest, ComputeWhatTheMachineDoes) {
  struct Step {
    std::string name;
    float (*host)(float, float);
  };
  const std::vector<Step> steps{
      {"float.add.32", [](float a, float b) { return a + b; }},
      {"float.sub.32", [](float a, float b) { return a - b; }},
      {"float.mul.32", [](float a, float b) { return a * b; }},
      {"float.rem.32", [](float a, float b) { return std::fmod(a, b); }},
      {"fmod.f32", [](float a, float b) { return std::fmod(a, b); }},
      {"fmin.f32", [](float a, float b) { return std::fmin(a, b); }},
      {"fmax.f32", [](float a, float b) { return std::fmax(a, b); }},
      {"min.f32", [](float a, float b) { return b < a ? b : a; }},
      {"max.f32", [](float a, float b) { return a < b ? b : a; }},
      {"step.f32", [](float a, float b) { return b < a ? 0.0F : 1.0F; }},
  };
  const std::vector<std::pair<std::string, float (*)(float)>> roundings{
      {"floor.f32", [](float a) { return std::floor(a); }},
      {"ceil.f32", [](float a) { return std::ceil(a); }},
      {"trunc.f32", [](float a) { return std::trunc(a); }},
      {"rint.f32", [](float a) { return std::nearbyint(a); }},
      {"round.f32", [](float a) { return std::round(a); }},
  };
  std::mt19937 random(7);
  for (const Step& step : steps)
    for (const auto& [rounding, round] : roundings)
      for (const float factor : {0.5F, -0.25F, 1.5F, 2.0F, 0.0F}) {
        const auto scaled = of("float.mul.32", {float_of(x), literal(factor)});
        ASSERT_TRUE(scaled);
        const auto made = of(step.name, {scaled->value, float_of(y)});
        ASSERT_TRUE(made) << step.name;
        const auto rounded = of(rounding, {made->value});
        ASSERT_TRUE(rounded) << step.name << rounding;
        const auto whole = of("float.to_signed.32.64", {rounded->value}, 64);
        const auto less = of("float.olt.32", {made->value, float_of(y)}, 1);
        const auto sign = floats.sign(rounded->value);
        ASSERT_TRUE(whole && less) << step.name << rounding;
        for (int i = 0; i < 40; ++i) {
          const int a = static_cast<int>(random() % 512) - 256;
          const int b = i % 4 == 0 ? i / 8 - 2 : static_cast<int>(random() % 512) - 256;
          const float host = step.host(static_cast<float>(a) * factor, static_cast<float>(b));
          // The choice between two zeros, or a division by zero, leaves nothing to compare.
          if (!at(made->valid, a, b).is_true()) continue;
          const std::string what = step.name + " " + rounding + " " + std::to_string(factor);
          expect({whole->value, store.and_(made->valid, whole->valid)}, a, b,
                 static_cast<std::int64_t>(round(host)), what);
          expect(*less, a, b, host < static_cast<float>(b), what + " olt");
          // If constants are chosen from, the bits are known.
          if (sign) expect(*sign, a, b, std::signbit(round(host)), what + " sign");
        }
      }
  EXPECT_GT(checked, 20000U);
}

TEST_F(ExactFloatsTest, ConvertInEachMode) {
  struct Mode {
    std::string name;
    double (*host)(double);
  };
  const std::vector<Mode> modes{{"", [](double a) { return std::trunc(a); }},
                                {"_rtz", [](double a) { return std::trunc(a); }},
                                {"_rte", [](double a) { return std::nearbyint(a); }},
                                {"_rtp", [](double a) { return std::ceil(a); }},
                                {"_rtn", [](double a) { return std::floor(a); }}};
  const auto eighth = of("float.mul.32", {float_of(x), literal(0.75F)});
  ASSERT_TRUE(eighth);
  for (const Mode& mode : modes)
    for (int a = -256; a < 256; ++a) {
      const double whole = mode.host(a * 0.75);
      const auto sat = of("float.to_unsigned_sat" + mode.name + ".32.8", {eighth->value}, 8);
      const auto narrow = of("float.to_signed" + mode.name + ".32.8", {eighth->value}, 8);
      ASSERT_TRUE(sat && narrow);
      expect(*sat, a, 0, static_cast<std::int64_t>(std::fmin(std::fmax(whole, 0.0), 255.0)),
             "saturated" + mode.name);
      EXPECT_EQ(at(narrow->valid, a, 0).is_true(), whole >= -128 && whole <= 127) << mode.name << a;
      expect(*narrow, a, 0, static_cast<std::int64_t>(static_cast<std::uint8_t>(static_cast<int>(whole))),
             "narrow" + mode.name);
    }
}

TEST_F(ExactFloatsTest, HoldOnlyWhatTheFormatHolds) {
  const Term wide = store.bv_var("wide", 32);
  const auto made = of("float.from_signed.32.32", {wide});
  ASSERT_TRUE(made);
  const auto fits = [&](std::int64_t value) {
    return store
        .substitute(made->valid,
                    [&](Term t) { return t == wide ? store.bv(static_cast<smt::Bits>(value), 32) : Term(); })
        .is_true();
  };
  EXPECT_TRUE(fits(1 << 24));
  EXPECT_TRUE(fits(-(1 << 24)));
  EXPECT_FALSE(fits((1 << 24) + 1));
  EXPECT_FALSE(fits(-(1 << 24) - 1));
  // Without asking, this is not an exact float; in double precision it always is one.
  EXPECT_FALSE(floats.apply("float.from_signed.32.32", {wide}, 32, false, {}));
  const auto twice = of("float.from_signed.32.64", {wide}, 64);
  ASSERT_TRUE(twice);
  EXPECT_TRUE(twice->valid.is_true());
  // Large unsigned numbers are not negative ones.
  const Term longest = store.bv_var("longest", 64);
  const auto top = of("float.from_unsigned.64.32", {longest});
  ASSERT_TRUE(top);
  EXPECT_TRUE(
      store
          .substitute(top->valid, [&](Term t) { return t == longest ? store.bv(~smt::Bits{0}, 64) : Term(); })
          .is_false());
}

TEST_F(ExactFloatsTest, LeaveWhatIsNotExact) {
  const Term number = float_of(x);
  EXPECT_FALSE(of("float.mul.32", {number, literal(0.1F)}));
  EXPECT_FALSE(of("float.div.32", {number, literal(2.0F)}));      // an error of 2.5 units is allowed
  EXPECT_TRUE(of("float.quotient.32", {number, literal(2.0F)}));  // rounded correctly
  EXPECT_FALSE(of("float.quotient.32", {number, literal(3.0F)}));
  EXPECT_FALSE(of("relaxed.add.32", {number, literal(2.0F)}));
  EXPECT_FALSE(of("mad.f32", {number, number, number}));
  EXPECT_FALSE(of("float.add.32", {number, literal(INFINITY)}));
  EXPECT_FALSE(of("float.add.32", {number, literal(NAN)}));
  EXPECT_FALSE(of("float.mul.32", {number, literal(0x1p-140F)}));  // not normal: may be flushed to zero
  EXPECT_FALSE(of("sin.f32", {number}));
  EXPECT_FALSE(of("float.add.32", {store.bv_var("unknown", 32), number}));
}

TEST_F(ExactFloatsTest, FoldConstants) {
  const auto sum = of("float.add.32", {literal(1.5F), literal(-4.0F)});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->value, literal(-2.5F));
  const auto zero = of("float.mul.32", {literal(-1.0F), literal(0.0F)});
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->value, literal(-0.0F));
  // 0.1 and 0.2 in single precision have a sum that is not.
  EXPECT_FALSE(of("float.mul.32", {literal(0.1F), literal(0.1F)}));
  const auto half = of("float.convert.32.16", {literal(1.5F)}, 16);
  ASSERT_TRUE(half);
  EXPECT_EQ(half->value, store.bv(0x3e00, 16));
  EXPECT_FALSE(of("float.convert.32.16", {literal(65536.0F)}, 16));
}

TEST_F(ExactFloatsTest, TellBitsApart) {
  const Term a = float_of(x), b = float_of(y);
  EXPECT_EQ(floats.same(a, b), store.eq(x, y));
  EXPECT_TRUE(floats.same(a, a).is_true());
  // Chosen from exact and unknown floats.
  const Term condition = store.bool_var("c");
  const Term some = store.ite(condition, a, store.bv_var("unknown", 32));
  const auto doubled = of("float.add.32", {some, some});
  ASSERT_TRUE(doubled);
  EXPECT_EQ(doubled->valid, condition);
}

}  // namespace
}  // namespace launchproof::symbolic
