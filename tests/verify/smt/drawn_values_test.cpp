// Tests models that come from drawing the values that the small conjuncts leave open.
#include "verify/smt/questions/drawn_values.h"

#include <gtest/gtest.h>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

class DrawnValues : public ::testing::Test {
 protected:
  // Rounds of multiplications, additions and shifts: hard to invert.
  Term mixed(Term x, unsigned rounds) {
    for (unsigned round = 0; round < rounds; ++round) {
      const Term odd = store.bv(0x9e3779b1U + 2 * round, 32);
      x = store.bvxor(store.mul(x, odd), store.lshr(store.add(x, store.bv(round, 32)), store.bv(7, 32)));
      x = store.mul(x, store.bvor(store.lshr(x, store.bv(3, 32)), store.bv(1, 32)));
    }
    return x;
  }
  Term contents(Term address) { return store.apply("contents", std::vector<Term>{address}, 32); }

  TermStore store;
  const Term i = store.bv_var("i", 6), j = store.bv_var("j", 6);
};

TEST_F(DrawnValues, ContentsThatNothingConstrainsAreDrawn) {
  const std::vector<Term> question{store.ult(i, j), store.distinct(mixed(contents(store.zext(i, 32)), 60),
                                                                   mixed(contents(store.zext(j, 32)), 60))};
  const std::vector<Term> small = small_conjuncts(question);
  ASSERT_EQ(small, std::vector<Term>{question[0]});
  Model of_small;
  of_small.set(i, 3);
  of_small.set(j, 9);
  const auto model = draw_values(question, small, of_small);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->evaluate(i), 3U) << "what the small conjuncts say stays";
  EXPECT_EQ(model->evaluate(j), 9U);
  for (const Term conjunct : question) EXPECT_EQ(model->evaluate(conjunct), 1U);
}

// The model of the small conjuncts has zeros everywhere. Other values within the bounds distinguish the two.
TEST_F(DrawnValues, BoundedContentsAreDrawnWithFewBits) {
  const Term a = contents(store.zext(i, 32)), b = contents(store.zext(j, 32));
  const std::vector<Term> question{store.ult(i, j), store.ule(a, store.bv(64, 32)),
                                   store.ule(b, store.bv(64, 32)),
                                   store.distinct(mixed(a, 60), mixed(b, 60))};
  const std::vector<Term> small = small_conjuncts(question);
  ASSERT_EQ(small.size(), 3U);
  Model of_small;
  of_small.set(j, 1);
  const auto model = draw_values(question, small, of_small);
  ASSERT_TRUE(model);
  for (const Term conjunct : question) EXPECT_EQ(model->evaluate(conjunct), 1U);
}

TEST_F(DrawnValues, WhatHasNoModelIsNotDrawn) {
  const Term a = contents(store.zext(i, 32));
  const std::vector<Term> question{store.ult(i, j),
                                   store.eq(store.bvand(mixed(a, 60), store.bv(1, 32)), store.bv(0, 32)),
                                   store.eq(store.bvand(mixed(a, 60), store.bv(3, 32)), store.bv(1, 32))};
  Model of_small;
  of_small.set(j, 1);
  EXPECT_FALSE(draw_values(question, small_conjuncts(question), of_small));
}

TEST_F(DrawnValues, WithoutALargeConjunctThereIsNothingToDraw) {
  EXPECT_TRUE(small_conjuncts(std::vector<Term>{store.ult(i, j), store.distinct(i, store.bv(5, 6))}).empty());
}

}  // namespace
}  // namespace launchproof::smt
