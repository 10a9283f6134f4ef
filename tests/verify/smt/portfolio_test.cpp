// Tests several solvers that are asked at once, with a misbehaving one at each place.
#include "verify/smt/solvers/portfolio.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "tests/verify/smt/fake_solver.h"
#include "verify/smt/solvers/solver_names.h"

namespace launchproof::smt {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// A solver that waits for its time or for the end of the question, then gives its answer.
class Scripted : public Backend {
 public:
  struct Plan {
    Status status = Status::Unsat;
    std::chrono::milliseconds after{0};
    bool deaf = false;  // does not react to cancellation
    bool throws = false;
  };
  Scripted(TermStore& store, std::string name, Plan plan)
      : Backend(store), d_name(std::move(name)), d_plan(plan) {}

  Answer answer(const Question&, const Limits&, Cancellation& cancellation) override {
    ++d_asked;
    if (d_plan.throws) throw std::runtime_error("broken");
    const auto end = Clock::now() + d_plan.after;
    while (Clock::now() < end) {
      if (cancellation.cancelled() && !d_plan.deaf) {
        ++d_cancelled;
        return unknown("cancelled", d_name);
      }
      std::this_thread::sleep_for(1ms);
    }
    if (d_plan.status == Status::Unknown) return unknown("gave up", d_name);
    return {d_plan.status, {}, {}, d_name};
  }
  std::string name() const override { return d_name; }

  std::atomic<int> d_asked = 0, d_cancelled = 0;

 private:
  std::string d_name;
  Plan d_plan;
};

class PortfolioTest : public testing::Test {
 protected:
  void make(const std::vector<Scripted::Plan>& plans, std::chrono::milliseconds stagger = 20ms) {
    std::vector<std::unique_ptr<Backend>> solvers;
    d_scripted.clear();
    for (const auto& plan : plans) {
      auto solver =
          std::make_unique<Scripted>(d_store, std::string(1, static_cast<char>('a' + solvers.size())), plan);
      d_scripted.push_back(solver.get());
      solvers.push_back(std::move(solver));
    }
    d_portfolio = make_portfolio(d_store, std::move(solvers), stagger);
  }
  // 5 is a root.
  std::vector<Term> question() {
    const Term x = d_store.bv_var("x", 8);
    return {d_store.eq(d_store.mul(x, x), d_store.bv(25, 8))};
  }
  Answer ask(std::chrono::milliseconds time = 10s) { return d_portfolio->check(question(), {.time = time}); }

  TermStore d_store;
  std::vector<Scripted*> d_scripted;
  std::unique_ptr<Solver> d_portfolio;
};

TEST_F(PortfolioTest, AQuickFirstSolverIsAlone) {
  make({{.status = Status::Unsat}, {.status = Status::Unsat}}, 10s);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(ask().solver, "a");
  EXPECT_EQ(d_scripted[1]->d_asked, 0);
}

TEST_F(PortfolioTest, TheOthersStartAfterADelayAndTheLoserIsCancelled) {
  make({{.status = Status::Unsat, .after = 100s}, {.status = Status::Unsat, .after = 5ms}});
  const auto begin = Clock::now();
  EXPECT_EQ(ask(200s).solver, "b");
  EXPECT_GE(Clock::now() - begin, 20ms);
  EXPECT_LT(Clock::now() - begin, 50s);
  for (int i = 0; i < 5000 && d_scripted[0]->d_cancelled == 0; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(d_scripted[0]->d_cancelled, 1);
  EXPECT_EQ(ask(200s).solver, "b");
}

TEST_F(PortfolioTest, OneThatGivesUpIsFollowedAtOnce) {
  make({{.status = Status::Unknown}, {.status = Status::Unsat}}, 1000s);
  EXPECT_EQ(ask().solver, "b");
}

TEST_F(PortfolioTest, OneThatThrowsIsFollowedAtOnce) {
  make({{.throws = true}, {.status = Status::Unsat}}, 1000s);
  EXPECT_EQ(ask().solver, "b");
}

TEST_F(PortfolioTest, OneThatDoesNotReactIsLeftBehindAndComesBack) {
  make({{.status = Status::Unsat, .after = 700ms, .deaf = true}, {.status = Status::Unsat}});
  const auto begin = Clock::now();
  EXPECT_EQ(ask().solver, "b");
  EXPECT_EQ(ask().solver, "b");
  if (Clock::now() - begin < 600ms) {
    EXPECT_EQ(d_scripted[0]->d_asked, 1);
  }
  std::this_thread::sleep_for(900ms);
  ask();
  EXPECT_GE(d_scripted[0]->d_asked, 2);
}

TEST_F(PortfolioTest, TheTimeIsKeptWhenNobodyAnswers) {
  make({{.after = 5s, .deaf = true}, {.after = 5s, .deaf = true}});
  const auto begin = Clock::now();
  const Answer answer = ask(50ms);
  EXPECT_LT(Clock::now() - begin, 4s);
  EXPECT_EQ(answer.status, Status::Unknown);
  EXPECT_EQ(answer.reason, "a: timeout; b: timeout");
}

TEST_F(PortfolioTest, UnknownNamesEveryReason) {
  make({{.status = Status::Unknown}, {.throws = true}});
  EXPECT_EQ(ask().reason, "a: gave up; b: solver failed: broken");
}

// Uses real solvers, one of them replaced by a faulty program, at each place of the portfolio.
struct Fault {
  const char* name;
  const char* on_start;
  const char* on_check;
  const char* on_values;
};

class FaultInPortfolio : public testing::TestWithParam<std::tuple<Fault, int>> {};

INSTANTIATE_TEST_SUITE_P(
    All, FaultInPortfolio,
    testing::Combine(testing::Values(Fault{"DeadAtStart", "exit 3", ":", ":"},
                                     Fault{"DiesInAQuestion", "", "kill -9 $$", ":"},
                                     Fault{"WrongModel", "", "echo sat", "echo '((v2 #xff))'"},
                                     Fault{"GarbageModel", "", "echo sat", "echo '((v2 ('"},
                                     Fault{"Sleeps", "", "sleep 1000", ":"},
                                     Fault{"Floods", "", "exec yes", ":"},
                                     Fault{"FloodsWithoutLines", "", "exec tr '\\\\0' x < /dev/zero", ":"},
                                     Fault{"Garbage", "", "echo '%$((#'", ":"},
                                     Fault{"Unknown", "", "echo unknown", ":"},
                                     Fault{"ClosesItsOutput", "exec 1>&-", "sleep 1000", ":"}),
                     testing::Values(0, 1, 2)),
    [](const auto& parameter) {
      return std::string(std::get<0>(parameter.param).name) + std::to_string(std::get<1>(parameter.param));
    });

TEST_P(FaultInPortfolio, CostsNothingButTime) {
  const auto& [fault, place] = GetParam();
  const FakeSolvers programs;
  TermStore store;
  std::vector<std::unique_ptr<Backend>> solvers;
  for (int i = 0; i < 3; ++i) {
    if (i == place) {
      const std::string program = programs.make("fault", fault.on_start, fault.on_check, fault.on_values);
      solvers.push_back(make_process_backend(store, "fault", {program}, Form::BitVectors));
    } else if (i == (place == 0 ? 1 : 0)) {
      solvers.push_back(make_z3_backend(store, Form::BitVectors));
    } else {
      solvers.push_back(
          make_process_backend(store, "cvc5", {"cvc5", "--lang=smt2", "--incremental"}, Form::Integers));
    }
  }
  const auto portfolio = make_portfolio(store, std::move(solvers), 5ms);
  const Term x = store.bv_var("x", 8);
  const Term yes[] = {store.eq(store.mul(x, x), store.bv(25, 8))};
  const Term no[] = {store.eq(store.mul(x, x), store.bv(26, 8))};  // 26 is no square modulo 256
  for (int i = 0; i < 3; ++i) {
    const Answer answer = portfolio->check(yes, {.time = 20s});
    ASSERT_EQ(answer.status, Status::Sat) << answer.reason;
    EXPECT_EQ(answer.model.evaluate(yes[0]), 1U);
    const Answer refuted = portfolio->check(no, {.time = 20s});
    EXPECT_EQ(refuted.status, Status::Unsat) << refuted.reason;
    EXPECT_NE(refuted.solver, "fault");
  }
}

// Z3 takes minutes for it. The losing Z3 must be interrupted before it can answer the next question.
TEST(Portfolio, Z3IsInterruptedAndGoesOn) {
  const FakeSolvers programs;
  TermStore store;
  std::vector<std::unique_ptr<Backend>> solvers;
  solvers.push_back(make_z3_backend(store, Form::BitVectors));
  const std::string late = programs.make("late", "", "sleep 0.3; echo unsat");
  solvers.push_back(make_process_backend(store, "late", {late}, Form::BitVectors));
  const auto portfolio = make_portfolio(store, std::move(solvers), 5ms);
  const Term x = store.bv_var("x", 32), y = store.bv_var("y", 32);
  const Term product = store.mul(store.zext(x, 64), store.zext(y, 64));
  const Term hard[] = {store.eq(product, store.bv(Bits{2860486313} * 3367900313, 64)), store.ult(x, y)};
  const Term easy[] = {store.eq(store.bvxor(x, store.lshr(x, store.bv(3, 32))), store.bv(3, 32))};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(portfolio->check(hard, {.time = 100s}).solver, "late");
    // The program would call it unsatisfiable as well, so Z3 must be free to answer first.
    std::this_thread::sleep_for(1s);
    const Answer answer = portfolio->check(easy, {.time = 100s});
    EXPECT_EQ(answer.solver, "z3") << answer.reason;
    EXPECT_EQ(answer.status, Status::Sat);
  }
}

TEST(SolverNames, PlusIsAtOnceAndCommaInTurn) {
  const auto groups = solver_names("z3+cvc5:int,cvc4");
  ASSERT_EQ(groups.size(), 2U);
  ASSERT_EQ(groups[0].size(), 2U);
  EXPECT_EQ(groups[0][1].program, "cvc5");
  EXPECT_EQ(groups[0][1].form, Form::Integers);
  EXPECT_EQ(groups[1][0].program, "cvc4");
  TermStore store;
  EXPECT_EQ(make_solver(store, "z3+z3:int,cvc5+cvc4:int")->name(), "z3+z3:int,cvc5+cvc4:int");
  EXPECT_THROW(make_solver(store, "z3+no-such-solver"), std::runtime_error);
  EXPECT_THROW(make_solver(store, "z3+"), std::runtime_error);
  EXPECT_THROW(make_portfolio(store, {}), std::invalid_argument);
}

TEST(SolverNames, APathMayHoldTheSeparators) {
  const FakeSolvers programs;
  const std::string path = programs.make("a+b,c:int", "", "echo unsat");
  const auto groups = solver_names(path);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0][0].program, path);
}

}  // namespace
}  // namespace launchproof::smt
