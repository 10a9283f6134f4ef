// Tests that work is counted alike in every run, limited, and charged to the clock if a solver counts
// nothing.
#include "verify/smt/limits/meter.h"

#include <gtest/gtest.h>

#include "verify/smt/solvers/solver_names.h"

namespace launchproof::smt {
namespace {

// Asks whether a product of two 12-bit primes has another factor, which takes Z3 several hundred thousand
// units.
std::vector<Term> hard_question(TermStore& store) {
  constexpr unsigned kWidth = 24;
  const Term x = store.bv_var("x", kWidth), y = store.bv_var("y", kWidth);
  const auto below = [&](Term term, Bits bound) { return store.ult(term, store.bv(bound, kWidth)); };
  return {store.ult(store.bv(1, kWidth), x), store.ult(store.bv(1, kWidth), y), below(x, 3000),
          below(y, 4096), store.eq(store.mul(x, y), store.bv(Bits{3049} * 3061, kWidth))};
}

struct Spent {
  Status status = Status::Unknown;
  std::string reason;
  Work work = 0;
};

Spent ask(const std::string& name, const Limits& limits) {
  TermStore store;
  Meter meter(make_solver(store, name));
  const Answer answer = meter.check(hard_question(store), limits);
  EXPECT_EQ(meter.spent(), kWorkOfQuestion + answer.work);
  EXPECT_EQ(meter.timeouts(), answer.reason.find("timeout") != std::string::npos ? 1U : 0U);
  return {answer.status, answer.reason, answer.work};
}

TEST(Meter, TheSameQuestionCostsTheSame) {
  const Spent first = ask("z3", {.time = std::chrono::minutes(2)});
  EXPECT_EQ(first.status, Status::Unsat);
  EXPECT_GT(first.work, kWorkPerMillisecond);
  const Spent again = ask("z3", {.time = std::chrono::minutes(2)});
  EXPECT_EQ(again.work, first.work);
}

TEST(Meter, WorkIsLimited) {
  const Work enough = ask("z3", {.time = std::chrono::minutes(2)}).work;
  const Spent cut = ask("z3", {.time = std::chrono::minutes(2), .work = enough / 2});
  EXPECT_EQ(cut.status, Status::Unknown);
  EXPECT_EQ(cut.reason, kOutOfWork);
  EXPECT_GE(cut.work, enough / 2);
  EXPECT_LT(cut.work, enough);
  EXPECT_EQ(ask("z3", {.time = std::chrono::minutes(2), .work = 2 * enough}).status, Status::Unsat);
}

TEST(Meter, TimeThatRunsOutIsNoLimitOfWork) {
  const Spent late = ask("z3", {.time = std::chrono::milliseconds(1), .work = Work{1} << 40U});
  EXPECT_EQ(late.status, Status::Unknown);
  EXPECT_NE(late.reason.find("timeout"), std::string::npos) << late.reason;
}

TEST(Meter, ASolverThatCountsNothingIsChargedByTheClock) {
  const Spent whole = ask("cvc5", {.time = std::chrono::minutes(2)});
  EXPECT_NE(whole.status, Status::Unknown) << whole.reason;
  EXPECT_GE(whole.work, kWorkPerMillisecond);
  const Spent cut = ask("cvc5", {.time = std::chrono::minutes(2), .work = 1});
  EXPECT_EQ(cut.status, Status::Unknown);
}

TEST(Meter, SolversInTurnShareTheWork) {
  const Work enough = ask("z3", {.time = std::chrono::minutes(2)}).work;
  const Spent both = ask("z3,z3", {.time = std::chrono::minutes(2), .work = enough / 4});
  EXPECT_EQ(both.status, Status::Unknown);
  EXPECT_EQ(both.reason, kOutOfWork);
  EXPECT_GE(both.work, enough / 4);
  EXPECT_LT(both.work, enough / 2);
}

TEST(Meter, WhatNoSolverSeesCostsNothing) {
  TermStore store;
  Meter meter(make_z3(store));
  const Term never[] = {store.false_()};
  EXPECT_EQ(meter.check(never, {}).status, Status::Unsat);
  EXPECT_EQ(meter.spent(), 0U);
}

}  // namespace
}  // namespace launchproof::smt
