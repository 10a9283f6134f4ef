// Tests that listing assignments decides questions, and that columns hold what terms are worth.
#include "verify/smt/solvers/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <unordered_map>

#include "tests/verify/smt/assignments.h"
#include "tests/verify/smt/random_conditions.h"
#include "tests/verify/smt/reference.h"
#include "verify/smt/solvers/backend.h"
#include "verify/smt/solvers/columns.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

constexpr Work kAll = std::numeric_limits<Work>::max();

bool goes_on() {
  return false;
}

class TableTest : public testing::Test {
 protected:
  static Answer ask(const std::vector<Term>& conjuncts, Work most = kAll) {
    return tabulate(conjuncts, most, goes_on);
  }
  static void expect_model(const std::vector<Term>& conjuncts) {
    const Answer answer = ask(conjuncts);
    ASSERT_EQ(answer.status, Status::Sat) << answer.reason;
    for (const Term one : conjuncts) EXPECT_NE(answer.model.evaluate(one), 0U) << to_smtlib(one);
  }
  Term c(Bits value, unsigned width = 64) { return s.bv(value, width); }

  TermStore s;
  Term lane = s.bv_var("lane", 5), group = s.bv_var("group", 1), open = s.bv_var("open", 61);
};

TEST_F(TableTest, AgreesWithTryingAll) {
  RandomConditions random(s, 28);
  unsigned refuted = 0;
  constexpr unsigned kQuestions = 250;
  for (unsigned i = 0; i < kQuestions; ++i) {
    const std::vector<Term> conjuncts = random.conjuncts(1 + i % 6);
    if (std::ranges::any_of(conjuncts, &Term::is_constant)) continue;
    const bool has = has_assignment(conjuncts, random.variables());
    const Answer answer = ask(conjuncts);
    ASSERT_EQ(answer.status, has ? Status::Sat : Status::Unsat) << to_smtlib(s.and_(conjuncts));
    if (has) expect_model(conjuncts);
    refuted += has ? 0 : 1;
  }
  EXPECT_GT(refuted, kQuestions / 20);
}

TEST_F(TableTest, AVariableMayBeBoundedByATerm) {
  const Term most = s.udiv(s.zext(lane, 61), c(3, 61));
  const Term index = s.add(s.mul(s.zext(open, 64), c(32)), s.zext(lane, 64));
  const std::vector<Term> below{s.not_(s.ult(most, open)), s.ult(c(351), index)};
  EXPECT_EQ(ask(below).status, Status::Unsat);
  expect_model({s.not_(s.ult(most, open)), s.ult(c(350), index)});
  expect_model({s.ult(open, s.add(most, c(1, 61))), s.ult(c(350), index)});
  EXPECT_EQ(ask({s.ult(open, most), s.ult(c(350), index)}).status, Status::Unsat);
}

TEST_F(TableTest, AVariableMayEqualATerm) {
  const Term place = s.bv_var("place", 64);
  const Term value = s.add(s.mul(s.zext(lane, 64), c(8)), s.zext(group, 64));
  expect_model({s.eq(place, value), s.ult(c(248), place)});
  EXPECT_EQ(ask({s.eq(place, value), s.ult(c(249), place)}).status, Status::Unsat);
  const Term flag = s.bool_var("flag");
  expect_model({s.eq(flag, s.ult(value, c(100))), s.not_(flag)});
}

TEST_F(TableTest, AVariableWithoutBoundsIsLeftOpen) {
  const Answer answer = ask({s.ult(open, s.mul(open, open)), s.ult(lane, c(3, 5))});
  EXPECT_EQ(answer.status, Status::Unknown);
  EXPECT_EQ(answer.reason, "a variable has too many values");
  // Other conjuncts may refute the question alone.
  EXPECT_EQ(ask({s.ult(open, s.mul(open, open)), s.eq(s.mul(lane, lane), c(2, 5))}).status, Status::Unsat);
}

TEST_F(TableTest, FunctionsHaveAnyValues) {
  const Term called = s.apply("f", std::vector<Term>{lane}, 61);
  EXPECT_EQ(ask({s.eq(called, s.zext(lane, 61)), s.ult(c(31, 61), called)}).status, Status::Unsat);
  const Term other = s.apply("f", std::vector<Term>{s.bv_var("other", 5)}, 61);
  EXPECT_NE(ask({s.ult(called, other), s.eq(lane, s.bv_var("other", 5))}).status, Status::Unsat);
}

TEST_F(TableTest, EffortIsCountedAndLimited) {
  std::vector<Term> conjuncts;
  Term sum = c(0, 8);
  for (unsigned i = 0; i < 4; ++i) sum = s.add(sum, s.zext(s.bv_var("v" + std::to_string(i), 4), 8));
  conjuncts.push_back(s.eq(s.mul(sum, sum), c(2, 8)));  // no square of eight bits
  const Answer all = ask(conjuncts);
  EXPECT_EQ(all.status, Status::Unsat);
  EXPECT_EQ(ask(conjuncts, all.work + 1).status, Status::Unsat);
  const Answer less = ask(conjuncts, all.work / 4);
  EXPECT_EQ(less.status, Status::Unknown);
  EXPECT_EQ(less.reason, kOutOfWork);
  const Answer stopped = tabulate(conjuncts, kAll, [] { return true; });
  EXPECT_EQ(stopped.reason, "cancelled");
}

// Two work-items of a launch with a scalar of 5 bits: 2 * 2^13 assignments, whose pairs are too many to try.
TEST_F(TableTest, TwoSidesMeetWhereTheirSumsAreEqual) {
  const Term n = s.bv_var("n", 5);
  const auto of_side = [&](const std::string& name, unsigned stride, std::vector<Term>& ids,
                           std::vector<Term>& conjuncts) {
    const Term gx = s.bv_var(name + ".gx", 2), gy = s.bv_var(name + ".gy", 2), lx = s.bv_var(name + ".lx", 3),
               ly = s.bv_var(name + ".ly", 3), k = s.bv_var(name + ".k", 60);
    ids = {gx, gy, lx, ly};
    const auto wide = [&](Term narrow) { return s.zext(narrow, 64); };
    conjuncts.push_back(s.not_(s.ult(s.zext(s.bvand(n, s.bv(3, 5)), 60), k)));
    conjuncts.push_back(
        s.ult(s.add(wide(gx), wide(lx)), s.add(wide(n), s.add(wide(gy), s.add(wide(ly), wide(k))))));
    const Term row = s.add(s.mul(wide(gy), c(8)), wide(ly)), column = s.add(s.mul(wide(gx), c(8)), wide(lx));
    return s.add(s.mul(s.add(s.mul(row, c(32)), column), c(stride)), s.mul(wide(k), wide(n)));
  };
  const auto question = [&](unsigned stride) {
    std::vector<Term> conjuncts, one, other;
    const Term a = of_side("s", stride, one, conjuncts), b = of_side("t", stride, other, conjuncts);
    std::vector<Term> differ;
    differ.reserve(one.size());
    for (std::size_t i = 0; i < one.size(); ++i) differ.push_back(s.distinct(one[i], other[i]));
    conjuncts.push_back(s.or_(differ));
    conjuncts.push_back(s.eq(a, b));
    return conjuncts;
  };
  // k * n is at most 3 * 31.
  const std::vector<Term> apart = question(94);
  const Answer answer = ask(apart);
  EXPECT_EQ(answer.status, Status::Unsat) << answer.reason;
  EXPECT_LT(answer.work, 1'000 * kWorkPerMillisecond);
  EXPECT_EQ(ask(apart, answer.work / 8).reason, kOutOfWork);
  expect_model(question(31));
}

// Random conditions on each of two sides, which a scalar connects, and an equation between them.
TEST_F(TableTest, JoinedSidesAgreeWithTryingAll) {
  std::mt19937_64 random(11);
  const Term n = s.bv_var("n", 2);
  const auto wide = [&](Term narrow) { return s.zext(narrow, 8); };
  std::vector<Term> variables{n};
  std::vector<std::vector<Term>> sides;
  for (const char* name : {"s", "t"}) {
    std::vector<Term>& side = sides.emplace_back();
    for (const unsigned width : {1U, 1U, 2U, 2U})
      side.push_back(s.bv_var(name + std::to_string(side.size()), width));
    variables.insert(variables.end(), side.begin(), side.end());
  }
  const auto sum = [&](const std::vector<Term>& side) {
    Term result = s.mul(wide(n), s.bv(random() % 3, 8));
    for (const Term one : side) result = s.add(result, s.mul(wide(one), s.bv(1 + random() % 6, 8)));
    return result;
  };
  unsigned refuted = 0;
  constexpr unsigned kQuestions = 40;
  for (unsigned i = 0; i < kQuestions; ++i) {
    std::vector<Term> conjuncts, differ;
    for (const std::vector<Term>& side : sides)
      for (unsigned k = 0; k < 2; ++k)
        conjuncts.push_back(s.ult(sum(side), s.add(sum(side), s.bv(random() % 9, 8))));
    for (std::size_t k = 0; k < sides[0].size(); ++k) differ.push_back(s.distinct(sides[0][k], sides[1][k]));
    conjuncts.push_back(s.or_(differ));
    const Term offset = s.bv(random() % 24, 8);
    const Term apart = s.eq(sum(sides[0]), s.add(sum(sides[1]), offset));
    const Term together =
        s.eq(s.add(s.mul(wide(n), s.bv(5, 8)), offset), s.add(sum(sides[0]), sum(sides[1])));
    conjuncts.push_back(i % 2 == 0 ? apart : together);
    const bool has = has_assignment(conjuncts, variables);
    ASSERT_EQ(ask(conjuncts).status, has ? Status::Sat : Status::Unsat) << to_smtlib(s.and_(conjuncts));
    if (has) expect_model(conjuncts);
    refuted += has ? 0 : 1;
  }
  EXPECT_GT(refuted, 2U);
  EXPECT_LT(refuted, kQuestions - 2);
}

TEST_F(TableTest, IsASolver) {
  const std::unique_ptr<Solver> solver = make_solver(s, "table");
  const Term index = s.add(s.mul(s.zext(group, 64), c(32)), s.zext(lane, 64));
  EXPECT_EQ(solver->check(std::vector<Term>{s.ult(c(63), s.urem(s.mul(index, index), c(97)))}, {}).status,
            Status::Sat);
  EXPECT_EQ(solver->check(std::vector<Term>{s.ult(c(96), s.urem(s.mul(index, index), c(97)))}, {}).status,
            Status::Unsat);
}

// Each operation of random terms, in columns and by the model.
TEST(ColumnsTest, HoldWhatTheTermsAreWorth) {
  std::mt19937_64 random(7);
  reference::Options options;
  options.functions = false;
  constexpr unsigned kTerms = 1'500;
  constexpr std::size_t kRows = 5;
  for (unsigned i = 0; i < kTerms; ++i) {
    TermStore store;
    const unsigned widths[] = {0, 3, 8, 32, 64, 128};
    const reference::TreePtr tree = reference::random_tree(random, options, widths[i % 6], 3);
    const Term root = reference::build(store, *tree);
    std::vector<Model> models;
    models.reserve(kRows);
    for (std::size_t row = 0; row < kRows; ++row)
      models.push_back(reference::to_model(store, *tree, reference::random_assignment(random, *tree)));
    std::unordered_map<std::uint32_t, Column> columns;
    Marks marks;
    visit_operands_first(root, marks, [&](Term term) {
      Column& column = columns[term.id()];
      if (term->operands.empty()) {
        for (const Model& model : models) {
          Column one;
          one.fill(model.evaluate(term), term.width(), 1);
          column.append(one, 0);
        }
      } else {
        std::vector<const Column*> operands;
        for (const Term operand : term->operands) operands.push_back(&columns.at(operand.id()));
        compute(*term.node(), operands, kRows, column);
      }
      for (std::size_t row = 0; row < kRows; ++row)
        ASSERT_EQ(column.at(row), models[row].evaluate(term)) << to_smtlib(term);
    });
    if (HasFatalFailure()) return;
  }
}

TEST(ColumnsTest, KeepChosenRows) {
  Column column;
  for (std::uint64_t i = 0; i < 6; ++i) {
    column.low.push_back(i);
    column.high.push_back(10 * i);
  }
  const std::vector<std::uint32_t> chosen{1, 4};
  column.keep(chosen);
  ASSERT_EQ(column.rows(), 2U);
  EXPECT_EQ(column.at(1), (Bits{40} << 64U) | 4U);
}

}  // namespace
}  // namespace launchproof::smt
