// Tests sums of a quotient and its remainder against an evaluator that knows no rule, for all numbers of few
// bits.
#include <gtest/gtest.h>

#include <functional>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt {
namespace {

constexpr unsigned kBits = 4;

class Quotients : public testing::Test {
 protected:
  TermStore store;
  Term x = store.bv_var("x", kBits), n = store.bv_var("n", kBits);
  Term open = store.bv_var("open", kBits), rest = store.bv_var("rest", kBits);

  // Checks the term against the function, for all values of x, n, open and rest.
  void agrees(Term term, unsigned width, const std::function<Bits(Bits, Bits, Bits, Bits)>& expected) {
    for (Bits a = 0; a < 16; ++a)
      for (Bits b = 0; b < 16; ++b)
        for (Bits c = 0; c < 16; c += 5)
          for (Bits d = 0; d < 16; d += 3) {
            Model model;
            model.set(x, a);
            model.set(n, b);
            model.set(open, c);
            model.set(rest, d);
            ASSERT_EQ(model.evaluate(term), expected(a, b, c, d) & mask(width))
                << static_cast<unsigned>(a) << " " << static_cast<unsigned>(b);
          }
  }
};

TEST_F(Quotients, TheDividendComesBack) {
  EXPECT_EQ(store.add(store.mul(n, store.udiv(x, n)), store.urem(x, n)), x);
  EXPECT_EQ(store.add(store.mul(n, store.sdiv(x, n)), store.srem(x, n)), x);
  const Term three = store.bv(3, kBits), seven = store.bv(7, kBits);
  EXPECT_EQ(store.add(store.mul(seven, store.sdiv(x, seven)), store.srem(x, seven)), x);
  EXPECT_EQ(store.add(store.mul(three, store.udiv(x, three)), store.urem(x, three)), x);
  // The value is recovered from a multiple, and among other summands.
  const Term four = store.bv(4, kBits);
  const Term sum = store.add(
      open, store.add(store.mul(four, store.mul(n, store.udiv(x, n))), store.mul(four, store.urem(x, n))));
  EXPECT_EQ(sum, store.add(open, store.mul(four, x)));
}

TEST_F(Quotients, ByZeroAsWell) {
  agrees(store.add(store.mul(n, store.udiv(x, n)), store.urem(x, n)), kBits,
         [](Bits a, Bits, Bits, Bits) { return a; });
  agrees(store.add(store.mul(n, store.sdiv(x, n)), store.srem(x, n)), kBits,
         [](Bits a, Bits, Bits, Bits) { return a; });
}

// The form in which a front end writes a division whose overflow gives an arbitrary value.
TEST_F(Quotients, ThoseThatAConditionLeavesOpen) {
  const Term overflows = store.and_(store.eq(n, store.bv(15, kBits)), store.eq(x, store.bv(8, kBits)));
  const Term quotient = store.ite(overflows, open, store.sdiv(x, n));
  const Term remainder = store.ite(overflows, rest, store.srem(x, n));
  const Term sum = store.add(store.mul(n, quotient), remainder);
  EXPECT_EQ(sum, store.ite(overflows, store.add(store.mul(n, open), rest), x));
  agrees(sum, kBits, [](Bits a, Bits b, Bits c, Bits d) { return b == 15 && a == 8 ? b * c + d : a; });
  // The reversed form, and forms in which only one of the two is arbitrary.
  const Term denied = store.not_(overflows);
  const Term other_way = store.add(store.mul(n, store.ite(denied, store.sdiv(x, n), open)),
                                   store.ite(denied, store.srem(x, n), rest));
  EXPECT_EQ(other_way.kind(), Kind::Ite);
  agrees(other_way, kBits, [](Bits a, Bits b, Bits c, Bits d) { return b == 15 && a == 8 ? b * c + d : a; });
  agrees(store.add(store.mul(n, quotient), store.srem(x, n)), kBits,
         [](Bits a, Bits b, Bits c, Bits) { return b == 15 && a == 8 ? b * c : a; });
}

TEST_F(Quotients, OthersStay) {
  const Term sum = store.add(store.mul(n, store.udiv(x, n)), store.urem(open, n));
  EXPECT_NE(sum, x);
  const Term mixed = store.add(store.mul(n, store.udiv(x, n)), store.srem(x, n));
  EXPECT_NE(mixed, x);
  const Term transposed = store.add(store.udiv(x, n), store.mul(n, store.urem(x, n)));
  EXPECT_NE(transposed, x);
  const Term twice =
      store.add(store.mul(n, store.udiv(x, n)), store.mul(store.bv(2, kBits), store.urem(x, n)));
  EXPECT_NE(twice, x);
}

// Divisions of few bits stand under extensions, where an overflow would show.
TEST_F(Quotients, ThoseOfFewerBits) {
  constexpr unsigned kWide = 8;
  for (const bool is_signed : {false, true}) {
    const auto wide = [&](Term term) {
      return is_signed ? store.sext(term, kWide) : store.zext(term, kWide);
    };
    const Term quotient = is_signed ? store.sdiv(x, n) : store.udiv(x, n);
    const Term remainder = is_signed ? store.srem(x, n) : store.urem(x, n);
    const Term sum = store.add(store.mul(wide(n), wide(quotient)), wide(remainder));
    agrees(sum, kWide, [&](Bits a, Bits b, Bits, Bits) {
      Model model;
      model.set(x, a);
      model.set(n, b);
      const auto read = [&](Term term) {
        const Bits value = model.evaluate(term);
        return is_signed && (value & 8) != 0 ? value | ~mask(kBits) : value;
      };
      return read(n) * read(quotient) + read(remainder);
    });
  }
  const Term positive = store.zext(store.bv_var("p", kBits - 1), kBits);
  const auto wide = [&](Term term) { return store.sext(term, kWide); };
  EXPECT_EQ(store.add(store.mul(wide(n), wide(store.sdiv(x, n))), wide(store.srem(x, n))).kind(), Kind::Add);
  const Term divisor = store.bvor(positive, store.bv(1, kBits));
  EXPECT_EQ(store.add(store.mul(wide(divisor), wide(store.sdiv(x, divisor))), wide(store.srem(x, divisor))),
            wide(x));
}

}  // namespace
}  // namespace launchproof::smt
