// Tests that the question passed to a solver has a model exactly if the original question has one.
#include "verify/smt/questions/question.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/verify/smt/assignments.h"
#include "verify/smt/questions/cases.h"
#include "verify/smt/terms/bits.h"

namespace launchproof::smt {
namespace {

class QuestionTest : public testing::Test {
 protected:
  Term c(Bits value, unsigned width = 64) { return s.bv(value, width); }

  unsigned widest(const std::vector<Term>& conjuncts) {
    unsigned width = 0;
    for (const Term variable : symbols_of(Question(s, conjuncts).conjuncts()).variables)
      width = std::max(width, variable.width());
    return width;
  }
  Status status(const std::vector<Term>& conjuncts) { return make_z3(s)->check(conjuncts, {}).status; }

  TermStore s;
  Term x = s.bv_var("x", 64), y = s.bv_var("y", 64);
  Term p = s.bool_var("p"), q = s.bool_var("q");
};

TEST_F(QuestionTest, BoundsFromBothSidesMakeVariablesNarrow) {
  const Term odd = s.eq(s.mul(x, x), s.add(y, c(17)));
  EXPECT_EQ(widest({s.sle(c(3), x), s.slt(x, c(190)), s.ult(y, c(7)), odd}), 8U);
  EXPECT_LE(widest({s.sle(c(-Bits{40} & mask(64)), x), s.slt(x, c(50)), s.ult(y, c(7)), odd}), 7U);
  // A single side is not sufficient.
  EXPECT_GE(widest({s.slt(x, c(190)), s.ult(y, c(7)), odd}), 64U);
}

TEST_F(QuestionTest, BoundsInAllWaysOfADisjunctionCount) {
  const Term odd = s.eq(s.mul(x, x), s.add(y, c(17)));
  const Term from = s.sle(c(3), x), to = s.slt(x, c(190));
  const auto way = [&](Term condition, Term claim) { return s.and_({{condition, claim, from, to}}); };
  const std::vector<Term> paths{s.or_(way(p, s.ult(x, y)), way(q, s.ult(y, x))), s.ult(y, c(7)), odd};
  EXPECT_EQ(widest(paths), 8U);
  // This also holds if an alternative is itself a disjunction.
  const Term nested = s.or_(way(p, s.ult(x, y)), way(q, s.ult(y, c(5))));
  const Term other = s.and_({{s.not_(p), s.eq(y, c(6)), from, to}});
  EXPECT_EQ(widest({s.or_(s.and_(nested, s.not_(s.eq(y, c(1)))), other), s.ult(y, c(7)), odd}), 8U);
  // A single alternative that does not state the bounds is enough to lose them.
  EXPECT_GE(widest({s.or_(way(p, s.ult(x, y)), s.and_(q, from)), s.ult(y, c(7)), odd}), 63U);
}

TEST_F(QuestionTest, WaysThatExhaustACaseAreNone) {
  const Term r = s.bool_var("r"), less = s.ult(x, y);
  EXPECT_EQ(s.or_(s.and_({{p, q, s.or_(r, less)}}), s.and_({{p, q, s.not_(r), s.not_(less)}})), s.and_(p, q));
  EXPECT_EQ(s.or_(s.and_({{p, q, r}}), s.and_({{p, q, s.not_(r)}})), s.and_(p, q));
  EXPECT_EQ(s.or_(s.and_({{p, q, r}}), s.and_({{p, q, less}})).kind(), Kind::Or);
}

TEST_F(QuestionTest, BoundsUnderOneConditionCountWhereNothingElseIsSaid) {
  const auto under = [&](Term condition, Term claim) { return s.or_(s.not_(condition), claim); };
  const std::vector<Term> same{under(p, s.sle(c(0), x)), under(p, s.slt(x, c(60))),
                               under(p, s.eq(s.mul(x, x), c(81))), s.or_(p, q)};
  EXPECT_LE(widest(same), 6U);
  EXPECT_EQ(status(same), Status::Sat);
  // Stated without the condition, or under another one, the value may be anything.
  for (const Term other : {s.eq(s.urem(x, c(1000)), c(999)), under(q, s.eq(s.urem(x, c(1000)), c(999)))}) {
    std::vector<Term> more = same;
    more.push_back(other);
    more.push_back(s.eq(p, s.not_(q)));
    EXPECT_GE(widest(more), 63U);
    more.push_back(q);
    EXPECT_EQ(status(more), Status::Sat);
  }
}

TEST_F(QuestionTest, NothingRestsOnWhatIsOpenWhereMoreComes) {
  const std::vector<Term> context{s.or_(s.not_(p), s.sle(c(0), x)), s.or_(s.not_(p), s.slt(x, c(60)))};
  const Question question(s, context, false);
  EXPECT_EQ(question.in_place(s, s.eq(x, c(5000))), s.eq(x, c(5000)));
}

TEST_F(QuestionTest, EquationsAreSolved) {
  const Term a = s.bv_var("a", 10), b = s.bv_var("b", 10);
  const Term at = s.add(x, s.mul(c(64), s.zext(a, 64))), there = s.add(s.mul(c(64), s.zext(b, 64)), c(3));
  const std::vector<Term> conjuncts{s.eq(s.add(at, s.mul(c(5), s.zext(a, 64))), there), s.distinct(a, b)};
  EXPECT_LE(widest(conjuncts), 10U);
  EXPECT_EQ(status(conjuncts), Status::Sat);
}

// Compares over all assignments of two variables of four bits and two conditions.
TEST_F(QuestionTest, HasAModelExactlyWhenTheOriginalHas) {
  std::mt19937_64 random(7);
  const auto draw = [&](std::uint64_t count) { return random() % count; };
  const Term u = s.bv_var("u", 4), v = s.bv_var("v", 4);
  const auto solver = make_z3(s);
  unsigned satisfiable = 0;
  constexpr unsigned kQuestions = 1500;
  for (unsigned i = 0; i < kQuestions; ++i) {
    const auto operand = [&] {
      const Term variable = draw(2) == 0 ? u : v;
      switch (draw(5)) {
        case 0:
          return variable;
        case 1:
          return s.add(variable, c(draw(16), 4));
        case 2:
          return s.sdiv(variable, c(1 + draw(7), 4));
        case 3:
          return s.ite(s.slt(u, v), u, v);
        default:
          return s.bv(draw(16), 4);
      }
    };
    const auto claim = [&] {
      const Term a = operand(), b = operand();
      const Term all[] = {s.slt(a, b), s.sle(a, b), s.ult(a, b), s.eq(a, b), s.distinct(a, b)};
      return all[draw(5)];
    };
    std::vector<Term> conjuncts;
    for (auto left = 2 + draw(6); left > 0; --left) {
      const Term literals[] = {p, q, s.not_(p), s.not_(q)};
      const Term literal = literals[draw(4)];
      conjuncts.push_back(draw(4) == 0 ? claim() : s.or_(literal, claim()));
    }
    const bool expected = has_assignment(conjuncts, {u, v, p, q});
    satisfiable += expected ? 1 : 0;
    ASSERT_EQ(solver->check(conjuncts, {}).status, expected ? Status::Sat : Status::Unsat)
        << to_smtlib(s.and_(conjuncts));
  }
  EXPECT_GT(satisfiable, kQuestions / 10);
  EXPECT_LT(satisfiable, kQuestions * 9 / 10);
}

TEST_F(QuestionTest, CasesAreWhatComparisonsLeave) {
  const std::vector<Term> wraps{s.sle(c(4), x), s.slt(s.add(x, c(6)), c(5121))};
  const std::vector<Term> both = cases(s, wraps);
  ASSERT_EQ(both.size(), 2U);
  const Bits largest = mask(63);
  const auto with = [&](Term one, Bits value) {
    std::vector<Term> question = wraps;
    question.insert(question.end(), {one, s.eq(x, c(value))});
    return status(question);
  };
  for (const Bits value : {Bits{4}, Bits{100}, Bits{5114}}) {
    EXPECT_EQ(with(both[0], value), Status::Sat);
    EXPECT_EQ(with(both[1], value), Status::Unsat);
  }
  for (const Bits value : {largest - 5, largest}) {
    EXPECT_EQ(with(both[0], value), Status::Unsat);
    EXPECT_EQ(with(both[1], value), Status::Sat);
  }
  for (const Term one : both) EXPECT_LE(widest({wraps[0], wraps[1], one, s.distinct(s.mul(x, y), y)}), 64U);
  // One interval is not split into cases, not even around 0, and neither are two wide ones.
  EXPECT_TRUE(cases(s, std::vector<Term>{s.sle(c(4), x), s.slt(x, c(5121))}).empty());
  EXPECT_TRUE(cases(s, std::vector<Term>{s.sle(c(-Bits{4} & mask(64)), x), s.slt(x, c(50))}).empty());
  EXPECT_TRUE(cases(s, std::vector<Term>{s.sle(c(4), x), s.slt(s.add(x, c(Bits{1} << 60U)), c(0))}).empty());
}

}  // namespace
}  // namespace launchproof::smt
