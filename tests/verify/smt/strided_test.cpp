#include "verify/smt/rules/strided.h"

#include <gtest/gtest.h>

#include <random>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {
namespace {

class StridedTest : public ::testing::Test {
 protected:
  // Checks the form for these values of the variables.
  static void expect_holds(const Strided& form, Term term, const Model& model) {
    ASSERT_GE(form.stride, 1U);
    EXPECT_LT(form.offset, form.stride);
    const Bits value = model.evaluate(term);
    EXPECT_EQ(value, form.offset + form.stride * model.evaluate(form.index));
  }
  Term var(const std::string& name, unsigned bits) { return store.zext(store.bv_var(name, bits), 32); }
  Term number(Bits value) { return store.bv(value, 32); }

  TermStore store;
};

TEST_F(StridedTest, AFieldInAnArrayOfStructures) {
  const Term i = var("i", 9);
  const Term address = store.zext(store.add(store.mul(number(24), i), number(8)), 64);
  const Strided form = strided(store, address);
  EXPECT_EQ(form.stride, 24U);
  EXPECT_EQ(form.offset, 8U);
  EXPECT_EQ(form.index, store.zext(i, 64));
}

TEST_F(StridedTest, SeveralDigitsHaveTheirCommonDivisor) {
  const Term address = store.add(
      store.add(store.mul(number(360), var("i", 9)), store.mul(number(24), var("j", 4))), number(52));
  const Strided form = strided(store, address);
  EXPECT_EQ(form.stride, 24U);
  EXPECT_EQ(form.offset, 4U) << "52 is 4 beyond two structures";
}

TEST_F(StridedTest, WhatMayWrapHasNone) {
  const Term i = store.bv_var("i", 32);
  EXPECT_EQ(strided(store, store.mul(number(24), i)).stride, 8U)
      << "the multiples of 8 stay such modulo 2^32";
  EXPECT_EQ(strided(store, store.mul(number(3), i)).stride, 1U);
  EXPECT_EQ(strided(store, number(24)).stride, 1U);
}

TEST_F(StridedTest, RandomSumsAreWhatTheFormSays) {
  std::mt19937 random(7);
  std::size_t steps = 0;
  for (int round = 0; round < 2000; ++round) {
    Term sum = number(random() % 5000);
    Model model;
    for (const char* name : {"a", "b", "c"}) {
      const unsigned bits = 1 + random() % 32;
      const Term variable = store.bv_var(name + std::to_string(bits), bits);
      const Term wide = random() % 2 == 0 ? store.zext(variable, 32) : store.sext(variable, 32);
      const Bits factor = Bits{random() % 16} * (random() % 2 == 0 ? 12 : 20);
      sum = random() % 4 == 0 ? store.sub(sum, store.mul(number(factor), wide))
                              : store.add(sum, store.mul(number(factor), wide));
      model.set(variable, random() & ((Bits{1} << bits) - 1));
    }
    if (random() % 2 == 0) sum = store.zext(sum, 64);
    const Strided form = strided(store, sum);
    if (form.stride > 4) ++steps;
    expect_holds(form, sum, model);
  }
  EXPECT_GT(steps, 100U);
}

}  // namespace
}  // namespace launchproof::smt
