#include "verify/smt/terms/shifts.h"

#include <gtest/gtest.h>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {
namespace {

// Compares the term with the rewritten one, where the power is one shifted by its logarithm. Signed
// operations are compared where no operand is negative.
class ShiftsTest : public ::testing::Test {
 protected:
  void expect_same(Term term, bool is_signed = false) {
    const Powers powers{{d_power, d_logarithm}};
    const Term products = by_shifts(d_store, term, powers);
    const Term all = by_shifts_and_masks(d_store, term, powers);
    for (const Term variable : d_store.variables(all)) EXPECT_NE(variable, d_power);
    for (unsigned logarithm = 0; logarithm < 8; ++logarithm)
      for (unsigned number = 0; number < 256; ++number) {
        const unsigned doubled = 2U << logarithm;
        if (is_signed && (number >= 128 || doubled >= 128)) continue;
        Model model;
        model.set(d_power, Bits{1} << logarithm);
        model.set(d_logarithm, logarithm);
        model.set(d_number, number);
        const Bits value = model.evaluate(term);
        EXPECT_EQ(model.evaluate(products), value) << number << " " << logarithm;
        if (!is_signed && doubled == 256) continue;  // a division by zero is any value
        EXPECT_EQ(model.evaluate(all), value) << number << " " << logarithm;
      }
  }

  TermStore d_store;
  Term d_power = d_store.bv_var("power", 8);
  Term d_logarithm = d_store.bv_var("logarithm", 7);
  Term d_number = d_store.bv_var("number", 8);
  Term d_double = d_store.mul(d_store.bv(2, 8), d_power);
};

TEST_F(ShiftsTest, ProductsBecomeShifts) {
  expect_same(d_store.mul(d_number, d_power));
  expect_same(d_store.mul(d_number, d_double));
  expect_same(d_store.add(d_power, d_store.mul(d_number, d_power)));
}

TEST_F(ShiftsTest, QuotientsBecomeShifts) {
  expect_same(d_store.udiv(d_number, d_power));
  expect_same(d_store.udiv(d_number, d_double));
  expect_same(d_store.sdiv(d_number, d_double), true);
}

TEST_F(ShiftsTest, RemaindersBecomeMasks) {
  expect_same(d_store.urem(d_number, d_power));
  expect_same(d_store.urem(d_number, d_double));
  expect_same(d_store.srem(d_number, d_double), true);
}

TEST_F(ShiftsTest, OtherDivisorsAreKept) {
  const Term divisor = d_store.add(d_power, d_store.bv(1, 8));
  expect_same(d_store.udiv(d_number, divisor));
  expect_same(d_store.urem(d_number, divisor));
}

}  // namespace
}  // namespace launchproof::smt
