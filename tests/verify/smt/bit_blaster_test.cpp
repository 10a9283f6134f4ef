// Tests that a circuit computes the value of its term: every operation on all operands of few bits, and on
// random wide operands.
#include "verify/smt/solvers/bit_blaster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "verify/smt/limits/cancellation.h"
#include "verify/smt/solvers/backend.h"
#include "verify/smt/terms/bits.h"

namespace launchproof::smt {
namespace {

class BitBlasterTest : public testing::Test {
 protected:
  using Operation = std::function<Term(Term, Term)>;

  Status ask(std::initializer_list<Term> conjuncts) {
    Cancellation never;
    return cadical->answer(Question::verbatim(std::vector<Term>(conjuncts)), {}, never).status;
  }

  // The term must have its value for these x and y, and no other value.
  void check(Term term, Bits of_x, Bits of_y) {
    Model model;
    model.set(x, of_x);
    model.set(y, of_y);
    const Bits value = model.evaluate(term);
    const Term result = term.width() == 0 ? s.boolean(value != 0) : s.bv(value, term.width());
    const Term is_x = s.eq(x, s.bv(of_x, x.width())), is_y = s.eq(y, s.bv(of_y, y.width()));
    ASSERT_EQ(ask({is_x, is_y, s.eq(term, result)}), Status::Sat) << to_text(term, of_x, of_y);
    ASSERT_EQ(ask({is_x, is_y, s.not_(s.eq(term, result))}), Status::Unsat) << to_text(term, of_x, of_y);
  }

  static std::string to_text(Term term, Bits of_x, Bits of_y) {
    return to_smtlib(term) + " of " + std::to_string(static_cast<std::uint64_t>(of_x)) + ", " +
           std::to_string(static_cast<std::uint64_t>(of_y));
  }

  void declare(unsigned width) {
    x = s.bv_var("x", width);
    y = s.bv_var("y", width);
  }

  static bool divides(Term term) {
    const Term first = term->operands.empty() ? term : term->operands[0];
    const auto is_division = [](Kind kind) {
      return kind == Kind::UDiv || kind == Kind::URem || kind == Kind::SDiv || kind == Kind::SRem;
    };
    return is_division(term.kind()) || is_division(first.kind());
  }

  std::vector<Term> terms() {
    const unsigned width = x.width();
    const Term low = s.extract(y, 0, (width + 1) / 2);
    return {s.add(x, y),
            s.sub(x, y),
            s.mul(x, y),
            s.mul(s.sext(low, width), x),
            s.mul(s.zext(low, width), x),
            s.udiv(x, y),
            s.urem(x, y),
            s.sdiv(x, y),
            s.srem(x, y),
            s.udiv(s.zext(x, width + 2), s.zext(y, width + 2)),
            s.bvand(x, y),
            s.bvor(x, y),
            s.bvxor(x, y),
            s.bvnot(x),
            s.neg(y),
            s.shl(x, y),
            s.lshr(x, y),
            s.ashr(x, y),
            s.ult(x, y),
            s.ule(x, y),
            s.slt(x, y),
            s.sle(x, y),
            s.eq(x, y),
            s.concat(s.extract(x, 0, std::min(width, 15U)), y),
            s.sext(s.extract(x, width / 2, 1), width),
            s.ite(s.ult(x, y), s.add(x, y), s.sub(y, x)),
            s.or_(s.and_(s.ult(x, y), s.slt(y, x)), s.eq(s.bvand(x, y), s.bv(0, width)))};
  }

  TermStore s;
  Term x, y;
  std::unique_ptr<Backend> cadical = make_cadical_backend(s);
};

TEST_F(BitBlasterTest, EveryOperationOnAllOperandsOfFewBits) {
  for (unsigned width = 1; width <= 3; ++width) {
    declare(width);
    for (const Term term : terms())
      for (Bits of_x = 0; of_x < Bits{1} << width; ++of_x)
        for (Bits of_y = 0; of_y < Bits{1} << width; ++of_y) check(term, of_x, of_y);
  }
}

TEST_F(BitBlasterTest, EveryOperationOnWideOperands) {
  std::mt19937_64 random(3);
  for (const unsigned width : {5U, 8U, 31U, 32U, 64U, 113U}) {
    declare(width);
    for (const Term term : terms()) {
      if (width > 32 && divides(term)) continue;  // which takes CaDiCaL seconds
      for (int i = 0; i < 3; ++i) {
        // Draws a value with few ones, with many, or at one of the ends.
        const Bits some = (Bits{random()} << 64U) | random(), more = (Bits{random()} << 64U) | random();
        const Bits xs[] = {some, some & more, Bits{0} - random() % 3};
        const Bits ys[] = {more, some | more, Bits{random() % 5}};
        const Bits of_x = xs[i] & mask(width), of_y = ys[i] & mask(width);
        check(term, of_x, of_y);
      }
    }
  }
}

// Bounds of a term's value determine its high bits, which get no gates.
TEST_F(BitBlasterTest, TermsOfFewValuesInManyBits) {
  constexpr unsigned kWidth = 3, kWide = 20;
  declare(kWidth);
  for (const bool is_signed : {false, true}) {
    const auto wide = [&](Term term) { return is_signed ? s.sext(term, kWide) : s.zext(term, kWide); };
    const Term a = wide(x), b = wide(y), c = s.bv(9, kWide), product = s.mul(a, b);
    const Term chosen = s.ite(s.ult(x, y), s.sub(a, b), s.neg(c));
    for (const Term term :
         {s.add(a, c), s.sub(a, b), s.sub(c, product), s.mul(product, s.sub(a, c)), chosen,
          s.add(product, s.mul(s.bv(5, kWide), chosen)), s.srem(product, c), s.slt(chosen, product),
          s.ult(s.sub(a, b), chosen), s.eq(s.add(a, b), product), s.ashr(product, s.bv(2, kWide))})
      for (Bits of_x = 0; of_x < Bits{1} << kWidth; ++of_x)
        for (Bits of_y = 0; of_y < Bits{1} << kWidth; ++of_y) check(term, of_x, of_y);
  }
}

TEST_F(BitBlasterTest, MultiplesByConstants) {
  constexpr unsigned kWidth = 6;
  declare(kWidth);
  for (Bits factor = 0; factor < Bits{1} << kWidth; ++factor) {
    const Term c = s.bv(factor, kWidth);
    const Term sum = s.add(s.add(s.mul(c, x), y), s.bv(factor / 3, kWidth));
    for (const Bits value : {0U, 1U, 13U, 37U, 63U}) {
      check(s.mul(c, x), value, 0);
      check(sum, value, value * 5 & mask(kWidth));
      check(s.udiv(x, c), value, 0);
      check(s.srem(x, c), value, 0);
      check(s.sdiv(x, c), value, 0);
      check(s.urem(c, x), value, 0);
    }
  }
}

TEST_F(BitBlasterTest, EqualArgumentsHaveEqualResults) {
  declare(8);
  const auto f = [&](Term a, Term b) { return s.apply("f", std::vector<Term>{a, b}, 4); };
  const auto g = [&](Term a, Term b) { return s.apply("g", std::vector<Term>{a, b}, 4); };
  EXPECT_EQ(ask({s.eq(x, y), s.distinct(f(x, y), f(y, x))}), Status::Unsat);
  EXPECT_EQ(ask({s.eq(x, y), s.distinct(f(x, y), g(y, x))}), Status::Sat);
  EXPECT_EQ(ask({s.ult(x, y), s.distinct(f(x, y), f(y, x))}), Status::Sat);
  EXPECT_EQ(ask({s.eq(s.bvand(x, y), s.bvor(x, y)), s.distinct(f(x, x), f(y, x))}), Status::Unsat);
  const Term inner = s.zext(f(x, y), 8);
  EXPECT_EQ(ask({s.eq(inner, x), s.distinct(f(inner, y), f(x, y))}), Status::Unsat);
}

// Every pair of applications that is compared counts as work, even when it needs no clause.
TEST_F(BitBlasterTest, ComparingManyApplicationsIsWork) {
  constexpr unsigned kMany = 400;
  declare(16);
  std::vector<Term> constants, open;
  for (unsigned i = 0; i < kMany; ++i) {
    const Term number = s.bv(i, 16);
    constants.push_back(s.ult(s.apply("f", std::vector<Term>{number}, 16), y));
    open.push_back(s.ult(s.apply("f", std::vector<Term>{s.concat(s.extract(x, 0, 4), s.bv(i, 12))}, 16), y));
  }
  BitBlaster of_constants(1'000'000), of_open(1'000'000), small(60'000);
  EXPECT_TRUE(of_constants.require(constants));
  EXPECT_TRUE(of_open.require(open));
  EXPECT_EQ(of_open.work() - of_constants.work(), kMany * (kMany - 1) / 2);
  EXPECT_FALSE(small.require(open));
}

TEST_F(BitBlasterTest, NothingIsAskedOfACircuitThatIsTooLarge) {
  declare(64);
  const Term conjuncts[] = {s.eq(s.mul(x, y), s.bv(77, 64))};
  BitBlaster small(1000), large(1'000'000);
  EXPECT_FALSE(small.require(conjuncts));
  EXPECT_TRUE(large.require(conjuncts));
  const Term many[] = {s.ult(x, y), s.ult(y, s.bv(5, 64))};
  BitBlaster tiny(1);
  EXPECT_FALSE(tiny.require(many));
}

class CadicalTest : public BitBlasterTest {
 protected:
  CadicalTest() {
    declare(64);
    factors = {s.eq(s.mul(s.zext(x, 128), s.zext(y, 128)), s.bv((Bits{1} << 100U) + 277, 128)),
               s.ult(s.bv(1, 64), x), s.ult(x, y)};
  }
  Answer ask(const Limits& limits) {
    return cadical->answer(Question::verbatim(factors), limits, cancellation);
  }

  std::vector<Term> factors;
  Cancellation cancellation;
};

TEST_F(CadicalTest, WorkEndsASearchAndIsTheSameEachTime) {
  constexpr Work kAllowed = 300'000;
  const Answer first = ask({.time = std::chrono::minutes(2), .work = kAllowed});
  EXPECT_EQ(first.status, Status::Unknown);
  EXPECT_EQ(first.reason, kOutOfWork);
  EXPECT_EQ(first.work, kAllowed);
  const Term easy[] = {s.eq(s.mul(x, x), s.bv(49, 64)), s.ult(x, s.bv(1000, 64))};
  const Work once = cadical->check(easy, {}).work, again = cadical->check(easy, {}).work;
  EXPECT_GT(once, 0U);
  EXPECT_EQ(once, again);
}

TEST_F(CadicalTest, TimeEndsASearch) {
  EXPECT_EQ(ask({.time = std::chrono::milliseconds(50)}).reason, "timeout");
}

TEST_F(CadicalTest, WhoIsCancelledEnds) {
  cancellation.cancel();
  EXPECT_EQ(ask({.time = std::chrono::minutes(2)}).reason, "cancelled");
}

TEST_F(CadicalTest, MemoryIsLimited) {
  EXPECT_EQ(ask({.time = std::chrono::minutes(2), .memory_mib = 1}).reason, "memory");
}

}  // namespace
}  // namespace launchproof::smt
