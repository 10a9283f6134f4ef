// Tests that a question divided by a condition has a model exactly if one of its halves has one.
#include "verify/smt/questions/halves.h"

#include <gtest/gtest.h>

#include "tests/verify/smt/assignments.h"
#include "tests/verify/smt/random_conditions.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

TEST(Halves, TheConditionOfManyChoicesIsTrueInOneAndFalseInTheOther) {
  TermStore s;
  const Term a = s.bv_var("a", 32), b = s.bv_var("b", 32), x = s.bv_var("x", 32);
  const Term condition = s.ult(s.mul(a, b), s.bv(77, 32));
  std::vector<Term> question;
  for (Bits i = 1; i < 6; ++i)
    question.push_back(
        s.ult(s.mul(x, s.bv(2 * i + 1, 32)), s.ite(condition, s.mul(a, s.bv(i, 32)), s.add(b, s.bv(i, 32)))));
  const auto two = halves(s, question);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->with.back(), condition);
  EXPECT_EQ(two->without.back(), s.not_(condition));
  for (std::size_t i = 0; i < question.size(); ++i) {
    EXPECT_EQ(two->with[i], s.ult(s.mul(x, s.bv(2 * i + 3, 32)), s.mul(a, s.bv(i + 1, 32))));
    EXPECT_EQ(two->without[i], s.ult(s.mul(x, s.bv(2 * i + 3, 32)), s.add(b, s.bv(i + 1, 32))));
  }
}

TEST(Halves, NothingIsGainedWithoutACommonCondition) {
  TermStore s;
  const Term a = s.bv_var("a", 32), b = s.bv_var("b", 32);
  EXPECT_FALSE(
      halves(s, std::vector<Term>{s.ult(s.mul(a, b), s.bv(77, 32)), s.ult(s.bv(3, 32), s.mul(a, a))}));
}

// An assignment of the three variables satisfies the question exactly if it satisfies a half.
TEST(Halves, LoseNothingAndAddNothing) {
  TermStore s;
  RandomConditions random(s, 23);
  unsigned divided = 0;
  constexpr unsigned kQuestions = 600;
  for (unsigned i = 0; i < kQuestions; ++i) {
    const std::vector<Term> question = random.conjuncts(3 + i % 4);
    const auto two = halves(s, question);
    if (!two) continue;
    ++divided;
    const Term either = s.or_(s.and_(two->with), s.and_(two->without));
    ASSERT_FALSE(has_assignment({s.distinct(s.and_(question), either)}, random.variables()))
        << to_smtlib(s.and_(question));
    EXPECT_FALSE(has_assignment({s.and_(two->with), s.and_(two->without)}, random.variables()));
  }
  EXPECT_GT(divided, kQuestions / 10);
}

}  // namespace
}  // namespace launchproof::smt
