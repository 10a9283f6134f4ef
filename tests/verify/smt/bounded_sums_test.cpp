// Tests that replacing a sum by a variable does not change the question.
#include "verify/smt/arithmetic/bounded_sums.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/verify/smt/assignments.h"
#include "verify/smt/questions/question.h"
#include "verify/smt/terms/bits.h"

namespace launchproof::smt {
namespace {

class BoundedSumsTest : public testing::Test {
 protected:
  Term c(Bits value, unsigned width = 64) { return s.bv(value, width); }
  Term wide(Term narrow) { return s.zext(narrow, 64); }

  TermStore s;
  Term lane = s.bv_var("lane", 5), block = s.bv_var("block", 5), pass = s.bv_var("pass", 20);
  // lane + 32 * block + 1024 * pass
  Term column = s.add(wide(lane), s.add(s.mul(c(32), wide(block)), s.mul(c(1024), wide(pass))));
};

TEST_F(BoundedSumsTest, WhatIsDividedByARowIsKnown) {
  const Term row = s.bv_var("row", 9);
  const Term index = s.add(s.mul(wide(row), c(3000)), column);
  const Term inside = s.ult(column, c(3000));
  // The column is below the row's length, so the quotient is the row and the remainder is the column.
  for (const Term wrong :
       {s.distinct(s.udiv(index, c(3000)), wide(row)), s.distinct(s.urem(index, c(3000)), column)}) {
    EXPECT_EQ(Question(s, std::vector<Term>{inside, wrong}).settled().status, Status::Unsat)
        << to_smtlib(wrong);
    // Without the bound, or with one that is too large, it may be another row.
    for (const Term bound : {s.true_(), s.ult(column, c(3001))}) {
      const std::vector<Term> open{bound, wrong};
      EXPECT_EQ(make_z3(s)->check(open, {}).status, Status::Sat) << to_smtlib(s.and_(open));
    }
  }
}

TEST_F(BoundedSumsTest, NothingIsNamedWhereNothingIsDivided) {
  EXPECT_FALSE(
      bounded_sum(s, std::vector<Term>{s.ult(column, c(3000)), s.distinct(wide(lane), wide(block))}));
  EXPECT_FALSE(bounded_sum(s, std::vector<Term>{s.distinct(s.urem(column, c(30)), c(1))}));
}

// Compares over all assignments of three variables.
TEST_F(BoundedSumsTest, HasAModelExactlyWhenTheOriginalHas) {
  std::mt19937_64 random(11);
  const auto draw = [&](std::uint64_t count) { return random() % count; };
  const Term u = s.bv_var("u", 3), v = s.bv_var("v", 3), w = s.bv_var("w", 4);
  const auto solver = make_z3(s);
  unsigned satisfiable = 0, named = 0;
  constexpr unsigned kQuestions = 1200;
  for (unsigned i = 0; i < kQuestions; ++i) {
    const auto sum = [&](unsigned width) {
      Term result = s.bv(draw(4), width);
      for (const Term variable : {u, v, w}) {
        const Bits factors[] = {0, 1, 1, mask(width), 3, 8};
        result = s.add(result, s.mul(s.bv(factors[draw(6)], width), s.zext(variable, width)));
      }
      return result;
    };
    std::vector<Term> conjuncts;
    for (auto left = 1 + draw(3); left > 0; --left) {
      const unsigned width = draw(2) == 0 ? 8 : 12;
      const Term a = sum(width), b = draw(2) == 0 ? s.bv(draw(40), width) : sum(width);
      const Term all[] = {s.ult(a, b), s.slt(a, b), s.sle(b, a), s.ule(a, b)};
      conjuncts.push_back(all[draw(4)]);
    }
    const Term divided =
        draw(2) == 0 ? s.udiv(sum(10), s.bv(3 + draw(9), 10)) : s.urem(sum(10), s.bv(3 + draw(9), 10));
    conjuncts.push_back(draw(2) == 0 ? s.eq(divided, sum(10)) : s.ult(divided, s.bv(1 + draw(5), 10)));
    named += bounded_sum(s, conjuncts) ? 1 : 0;
    const bool expected = has_assignment(conjuncts, {u, v, w});
    satisfiable += expected ? 1 : 0;
    ASSERT_EQ(solver->check(conjuncts, {}).status, expected ? Status::Sat : Status::Unsat)
        << to_smtlib(s.and_(conjuncts));
  }
  EXPECT_GT(satisfiable, kQuestions / 10);
  EXPECT_LT(satisfiable, kQuestions * 9 / 10);
  EXPECT_GT(named, kQuestions / 10);
}

}  // namespace
}  // namespace launchproof::smt
