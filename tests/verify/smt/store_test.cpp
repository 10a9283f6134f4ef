// Tests rules that others depend on, by their results.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt {
namespace {

class Store : public testing::Test {
 protected:
  Term c(Bits value, unsigned width = 32) { return s.bv(value, width); }

  TermStore s;
  Term a = s.bv_var("a", 32), b = s.bv_var("b", 32);
  Term lid = s.bv_var("lid", 5), gid = s.bv_var("gid", 10);
  Term p = s.bool_var("p"), q = s.bool_var("q"), r = s.bool_var("r");
};

TEST_F(Store, SameTermsAreOneNode) {
  EXPECT_EQ(s.bv_var("a", 32), a);
  EXPECT_NE(s.bv_var("a", 16), a);
  const Term sum = s.add(a, b);
  const std::size_t size = s.size();
  EXPECT_EQ(s.add(b, a), sum);
  EXPECT_EQ(s.size(), size);
  EXPECT_LT(a.id(), b.id());
}

TEST_F(Store, SumsCancelAndCollect) {
  EXPECT_EQ(s.sub(s.add(a, b), a), b);
  EXPECT_EQ(s.add(s.mul(c(3), a), s.neg(s.add(a, a))), a);
  EXPECT_EQ(s.mul(c(4), s.add(a, c(1))), s.add(s.shl(a, c(2)), c(4)));
  EXPECT_EQ(s.bvnot(s.bvnot(a)), a);
  EXPECT_EQ(s.add(s.bvnot(a), c(1)), s.neg(a));
}

TEST_F(Store, SignedDivisionsTakeFewBits) {
  const Term small = s.sub(s.zext(lid, 64), s.zext(gid, 64));  // from -1023 to 31
  const Term by_three = s.sdiv(small, s.bv(3, 64));
  ASSERT_EQ(by_three.kind(), Kind::SignExtend);
  EXPECT_LE(by_three->operands[0].width(), 11U);
  EXPECT_EQ(s.srem(small, s.bv(3, 64)).kind(), Kind::SignExtend);
  // The value is one of two numbers, or only one.
  EXPECT_EQ(s.sdiv(small, s.bv(1000, 64)).kind(), Kind::Ite);
  EXPECT_EQ(s.sdiv(small, s.bv(4096, 64)), s.bv(0, 64));
  EXPECT_EQ(s.sdiv(s.zext(a, 64), s.bv_var("d", 64)).kind(), Kind::SDiv);
}

TEST_F(Store, ExtremesAreComparedByParts) {
  const Term least = s.ite(s.slt(a, b), a, b), greatest = s.ite(s.slt(a, b), b, a);
  EXPECT_EQ(s.slt(least, c(7)), s.or_(s.slt(a, c(7)), s.slt(b, c(7))));
  EXPECT_EQ(s.slt(greatest, c(7)), s.and_(s.slt(a, c(7)), s.slt(b, c(7))));
  EXPECT_EQ(s.sle(least, c(7)), s.or_(s.sle(a, c(7)), s.sle(b, c(7))));
  EXPECT_EQ(s.sle(c(7), least), s.and_(s.sle(c(7), a), s.sle(c(7), b)));
  // It is not an extreme value in the other, unsigned order.
  EXPECT_EQ(s.ult(least, c(7)).kind(), Kind::Ult);
}

// Compares over all values of two variables.
TEST_F(Store, ExtremesAreWithinTheBoundsOfBoth) {
  const Term u = s.bv_var("u", 3), v = s.bv_var("v", 3);
  for (const bool is_signed : {false, true})
    for (const bool is_least : {false, true})
      for (const Bits shift : {0, 3, 5, 9, 250}) {
        const auto wide = [&](Term narrow) { return is_signed ? s.sext(narrow, 8) : s.zext(narrow, 8); };
        const Term x = wide(u), y = s.add(wide(v), c(shift, 8));
        const Term less = is_signed ? s.slt(x, y) : s.ult(x, y);
        const Term extreme = is_least ? s.ite(less, x, y) : s.ite(less, y, x);
        Bits low = 255, high = 0;
        SignedBits least = 127, greatest = -128;
        for (Bits i = 0; i < 64; ++i) {
          Model model;
          model.set(u, i & 7U);
          model.set(v, i >> 3U);
          const Bits value = model.evaluate(extreme);
          const SignedBits number = to_signed(value, 8);
          low = std::min(low, value);
          high = std::max(high, value);
          least = std::min(least, number);
          greatest = std::max(greatest, number);
        }
        const auto range = s.unsigned_range(extreme);
        const auto signed_range = s.signed_range(extreme);
        EXPECT_TRUE(range.low <= low && high <= range.high) << to_smtlib(extreme);
        EXPECT_TRUE(signed_range.low <= least && greatest <= signed_range.high) << to_smtlib(extreme);
      }
  // The range for a variable and a number is exact.
  const Term w = s.bv_var("w", 12), most = c(2999, 12);
  const Term least = s.ite(s.ult(w, most), w, most), greatest = s.ite(s.ult(w, most), most, w);
  EXPECT_EQ(s.unsigned_range(least).high, 2999U);
  EXPECT_EQ(s.unsigned_range(greatest).low, 2999U);
  EXPECT_EQ(s.signed_range(s.ite(s.slt(w, c(50, 12)), w, c(50, 12))).high, 50);
  EXPECT_EQ(s.signed_range(s.ite(s.slt(w, c(50, 12)), c(50, 12), w)).low, 50);
}

// The remainder of a difference, or of a part of it, where the difference is not negative.
TEST_F(Store, WhatIsMaskedBySignsIsBoundedByThePositive) {
  constexpr unsigned kWide = 10;
  const Term x = s.bv_var("x", 6), y = s.bv_var("y", 7);
  for (const unsigned low : {0U, 3U}) {
    for (const int offset : {0, 40, -40}) {
      const Term way = s.add(s.sub(s.zext(x, kWide), s.zext(y, kWide)),
                             s.bv(static_cast<Bits>(offset) & mask(kWide), kWide));
      const unsigned width = kWide - low;
      const Term positive = s.sext(s.bvnot(s.extract(way, kWide - 1, 1)), width);
      const Term left = s.bvand(s.extract(way, low, width), positive);
      const auto range = s.unsigned_range(left);
      EXPECT_EQ(range.high, Bits(63 + offset) >> low);
      for (unsigned one = 0; one < 64; ++one) {
        for (unsigned other = 0; other < 128; ++other) {
          Model model;
          model.set(x, one);
          model.set(y, other);
          const int difference = static_cast<int>(one) - static_cast<int>(other) + offset;
          ASSERT_EQ(model.evaluate(left), Bits(std::max(difference, 0)) >> low);
        }
      }
    }
  }
}

TEST_F(Store, OffsetsBecomeLinearInTheWiderWidth) {
  const Term index = s.add(s.zext(lid, 32), s.mul(s.zext(gid, 32), c(16)));
  const Term offset = s.mul(s.sext(index, 64), c(4, 64));
  EXPECT_EQ(offset, s.add(s.mul(s.zext(lid, 64), c(4, 64)), s.mul(s.zext(gid, 64), c(64, 64))));
  EXPECT_EQ(s.trailing_zeros(offset), 2U);
  EXPECT_EQ(s.unsigned_range(offset).high, Bits{4 * 31 + 64 * 1023});
  EXPECT_EQ(s.sext(s.sub(s.zext(lid, 32), c(1)), 64), s.sub(s.zext(lid, 64), c(1, 64)));
  EXPECT_NE(s.zext(s.add(a, b), 64), s.add(s.zext(a, 64), s.zext(b, 64)));
}

TEST_F(Store, DivisionsUndoProducts) {
  const Term x = s.zext(lid, 32), y = s.zext(gid, 32);
  const Term flat = s.add(s.mul(y, c(32)), x);
  EXPECT_EQ(s.udiv(flat, c(32)), y);
  EXPECT_EQ(s.urem(flat, c(32)), x);
  EXPECT_EQ(s.urem(s.add(s.mul(y, c(48)), x), c(48)), x);
  EXPECT_EQ(s.lshr(flat, c(5)), y);
  EXPECT_EQ(s.bvand(flat, c(31)), x);
  EXPECT_EQ(s.bvor(s.shl(y, c(5)), x), flat);
  EXPECT_EQ(s.bvand(a, c(15)), s.urem(a, c(16)));
  EXPECT_EQ(s.sdiv(flat, c(32)), y);
}

TEST_F(Store, EqualitiesAreDecidedByFactorsAndBounds) {
  EXPECT_TRUE(s.eq(s.mul(a, c(4)), s.add(s.mul(b, c(4)), c(2))).is_false());
  EXPECT_TRUE(s.eq(s.mul(s.zext(lid, 32), c(3)), s.add(s.mul(s.zext(gid, 32), c(3)), c(1))).is_false());
  EXPECT_TRUE(s.eq(s.zext(lid, 32), c(32)).is_false());
  EXPECT_EQ(s.eq(s.mul(s.zext(lid, 64), c(4, 64)), s.mul(s.zext(s.bv_var("m", 5), 64), c(4, 64))),
            s.eq(lid, s.bv_var("m", 5)));
  EXPECT_EQ(s.eq(s.mul(a, c(3)), c(21)), s.eq(a, c(7)));
  EXPECT_EQ(s.eq(s.ite(p, c(1), c(2)), c(1)), p);
}

TEST_F(Store, ComparisonsAreDecidedByBounds) {
  const Term x = s.zext(lid, 32);
  EXPECT_TRUE(s.slt(x, c(32)).is_true());
  EXPECT_TRUE(s.ult(c(31), x).is_false());
  EXPECT_EQ(s.slt(x, c(7)), s.ult(lid, c(7, 5)));
  EXPECT_EQ(s.ult(s.add(s.mul(x, c(4)), c(3)), c(64)), s.ult(lid, c(16, 5)));
  EXPECT_EQ(s.ule(a, b), s.not_(s.ult(b, a)));
}

TEST_F(Store, BooleansAbsorb) {
  EXPECT_EQ(s.and_(p, s.or_(p, q)), p);
  EXPECT_EQ(s.or_(p, s.and_(p, q)), p);
  EXPECT_EQ(s.or_(s.and_(p, q), s.and_(s.not_(p), q)), q);
  EXPECT_EQ(s.and_(p, s.or_(s.not_(p), q)), s.and_(p, q));
  EXPECT_EQ(s.not_(s.and_(p, q)), s.or_(s.not_(p), s.not_(q)));
  EXPECT_TRUE(s.and_(s.or_(p, q), s.not_(s.or_(q, p))).is_false());
  EXPECT_EQ(s.ite(p, s.ite(p, q, r), r), s.ite(p, q, r));
}

TEST_F(Store, WhatIsChosenWhereBothAreEqualIsTheOther) {
  EXPECT_EQ(s.ite(s.eq(a, b), a, b), b);
  EXPECT_EQ(s.ite(s.eq(lid, c(0, 5)), c(0), s.zext(lid, 32)), s.zext(lid, 32));
  EXPECT_EQ(s.ite(s.eq(lid, c(31, 5)), c(0xffffffff), s.sext(lid, 32)), s.sext(lid, 32));
  // The rule applies neither to other numbers nor to a number that is extended in another way.
  EXPECT_NE(s.ite(s.eq(lid, c(1, 5)), c(0), s.zext(lid, 32)), s.zext(lid, 32));
  EXPECT_NE(s.ite(s.eq(lid, c(31, 5)), c(31), s.sext(lid, 32)), s.sext(lid, 32));
}

TEST_F(Store, ConcatenatedPiecesMeetAgain) {
  EXPECT_EQ(s.concat(s.extract(a, 16, 16), s.extract(a, 0, 16)), a);
  EXPECT_EQ(s.extract(s.concat(a, b), 32, 32), a);
  EXPECT_EQ(s.concat(c(0), b), s.zext(b, 64));
}

TEST_F(Store, SubstitutionSimplifiesAgain) {
  const Term term = s.add(s.mul(a, b), s.urem(b, c(8)));
  const auto four = [&](Term t) { return t == b ? c(4) : Term(); };
  EXPECT_EQ(s.substitute(term, four), s.add(s.mul(c(4), a), c(4)));
  EXPECT_EQ(s.substitute(term, [](Term) { return Term(); }), term);
}

TEST_F(Store, VariablesAndApplicationsAreListedOnceById) {
  const Term f = s.apply("f", std::vector{a}, 8), g = s.apply("f", std::vector{s.zext(f, 32)}, 8);
  const Term term = s.and_(s.eq(g, f), s.ult(b, a));
  EXPECT_EQ(s.variables(term), (std::vector{a, b}));
  EXPECT_EQ(s.applications(term), (std::vector{f, g}));
}

TEST_F(Store, MisuseIsAnError) {
  EXPECT_THROW(s.add(a, lid), std::invalid_argument);
  EXPECT_THROW(s.and_(p, a), std::invalid_argument);
  EXPECT_THROW(s.bv(1, 0), std::invalid_argument);
  EXPECT_THROW(s.bv_var("x", 129), std::invalid_argument);
  EXPECT_THROW(s.extract(a, 30, 3), std::invalid_argument);
  EXPECT_THROW(s.zext(a, 31), std::invalid_argument);
  EXPECT_THROW(s.concat(s.bv(0, 100), s.bv(0, 29)), std::invalid_argument);
}

TEST_F(Store, TextSharesWhatIsShared) {
  const Term m = s.mul(a, b);
  EXPECT_EQ(to_smtlib(s.eq(m, c(3))), "(= (bvmul |a| |b|) #x00000003)");
  const std::string shared = to_smtlib(s.bvxor(m, s.lshr(m, a)));
  EXPECT_TRUE(shared.starts_with("(let ((?")) << shared;
}

}  // namespace
}  // namespace launchproof::smt
