// Tests properties of every solver: right answers, models that fit, and limits that are kept.
#include <gtest/gtest.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "tests/verify/smt/reference.h"
#include "verify/smt/solvers/backend.h"
#include "verify/smt/solvers/known_solvers.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::smt {
namespace {

using namespace std::chrono_literals;
using namespace reference;

class Solvers : public testing::TestWithParam<std::string> {
 protected:
  TermStore d_store;
  std::unique_ptr<Solver> d_solver = make_solver(d_store, GetParam());
};

// The table answers only what has few values (table_test.cpp).
std::vector<std::string> named_solvers() {
  std::vector<std::string> names;
  for (const KnownSolver& one : known_solvers())
    if (one.access != Access::PathOnly && one.name != kTable) names.emplace_back(one.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Solvers, testing::ValuesIn(named_solvers()),
                         [](const auto& parameter) { return parameter.param; });

TEST_P(Solvers, FindsFactors) {
  const Term x = d_store.bv_var("x", 32), y = d_store.bv_var("y", 32);
  const Term question[] = {d_store.eq(d_store.mul(x, y), d_store.bv(35, 32)),
                           d_store.ult(d_store.bv(1, 32), x), d_store.ult(x, y),
                           d_store.ult(y, d_store.bv(20, 32))};
  const Answer answer = d_solver->check(question, {});
  ASSERT_EQ(answer.status, Status::Sat) << answer.reason;
  EXPECT_EQ(answer.model.evaluate(x), 5U);
  EXPECT_EQ(answer.model.evaluate(y), 7U);
  EXPECT_EQ(answer.solver, GetParam());
}

TEST_P(Solvers, FunctionsAreFunctionsAndHaveModels) {
  const Term x = d_store.bv_var("x", 16), y = d_store.bv_var("y", 16);
  const auto f = [&](Term a) { return d_store.apply("f", std::array{a}, 16); };
  const auto g = [&](Term a, Term b) { return d_store.apply("g", std::array{a, b}, 100); };
  const Term equal[] = {d_store.eq(x, y), d_store.distinct(f(f(x)), f(f(y)))};
  EXPECT_EQ(d_solver->check(equal, {}).status, Status::Unsat);
  const Term other[] = {d_store.distinct(f(x), f(y)), d_store.eq(f(f(x)), y),
                        d_store.eq(g(x, y), d_store.bv(7, 100)),
                        d_store.ult(d_store.bv(Bits{1} << 90, 100), g(y, x))};
  const Answer answer = d_solver->check(other, {});
  ASSERT_EQ(answer.status, Status::Sat) << answer.reason;
  for (const Term conjunct : other) EXPECT_EQ(answer.model.evaluate(conjunct), 1U);
}

// A solver may drop an argument that is equal in all applications, and define a function without it.
TEST_P(Solvers, AnArgumentThatNeverChangesKeepsTheModel) {
  const Term k = d_store.bv_var("k", 64);
  const auto f = [&](Term a) { return d_store.apply("f", std::array{d_store.bv(4, 64), a}, 32); };
  const Term first = d_store.slt(f(d_store.bv(0, 64)), d_store.bv(1, 32));
  const Term question[] = {d_store.or_(d_store.not_(first), d_store.eq(k, d_store.bv(0, 64))),
                           d_store.slt(d_store.trunc(k, 32), f(k))};
  const Answer answer = d_solver->check(question, {});
  ASSERT_EQ(answer.status, Status::Sat) << answer.reason;
  for (const Term conjunct : question) EXPECT_EQ(answer.model.evaluate(conjunct), 1U);
}

TEST_P(Solvers, OneNameWithOtherWidthsIsAnotherFunction) {
  const Term x = d_store.bv_var("x", 8), wide = d_store.bv_var("x", 16);
  const Term question[] = {d_store.eq(d_store.apply("f", std::array{x}, 8), d_store.bv(1, 8)),
                           d_store.eq(d_store.apply("f", std::array{wide}, 8), d_store.bv(2, 8)),
                           d_store.eq(x, d_store.bv(3, 8)), d_store.eq(wide, d_store.bv(3, 16))};
  const Answer answer = d_solver->check(question, {});
  EXPECT_EQ(answer.status, Status::Sat) << answer.reason;
}

TEST_P(Solvers, WideValuesSurvive) {
  const Term x = d_store.bv_var("x", 128);
  const Bits value = (Bits{0x123456789abcdef0} << 64) | 0xfedcba9876543210;
  const Term question[] = {d_store.eq(d_store.bvxor(x, d_store.lshr(x, d_store.bv(3, 128))),
                                      d_store.bv(value ^ (value >> 3), 128)),
                           d_store.bool_var("p")};
  const Answer answer = d_solver->check(question, {});
  ASSERT_EQ(answer.status, Status::Sat) << answer.reason;
  EXPECT_EQ(answer.model.evaluate(question[0]), 1U);
}

TEST_P(Solvers, NothingToAskIsSatAndFalseIsUnsat) {
  EXPECT_EQ(d_solver->check({}, {}).status, Status::Sat);
  const Term no[] = {d_store.bool_var("p"), d_store.false_()};
  EXPECT_EQ(d_solver->check(no, {}).status, Status::Unsat);
}

// Two primes of 32 bits, whose product bit-blasting cannot factor in this time.
TEST_P(Solvers, AHardQuestionEndsAtTheTimeLimit) {
  const Term x = d_store.bv_var("x", 32), y = d_store.bv_var("y", 32);
  const Term product = d_store.mul(d_store.zext(x, 64), d_store.zext(y, 64));
  const Term question[] = {d_store.eq(product, d_store.bv(Bits{2860486313} * 3367900313, 64)),
                           d_store.ult(x, y)};
  const auto begin = std::chrono::steady_clock::now();
  const Answer answer = d_solver->check(question, {.time = 300ms});
  const auto taken = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(answer.status, Status::Unknown);
  EXPECT_EQ(answer.reason, "timeout");
  EXPECT_GE(taken, 250ms);
  EXPECT_LT(taken, 5s);
  const Term easy[] = {d_store.eq(d_store.bvxor(x, d_store.lshr(x, d_store.bv(3, 32))), d_store.bv(3, 32))};
  EXPECT_EQ(d_solver->check(easy, {}).status, Status::Sat);
}

// Every assignment of a few narrow variables is tried by the reference evaluator.
TEST_P(Solvers, AgreeWithTrialOfAllAssignments) {
  std::mt19937_64 random(7);
  int satisfiable = 0, refuted = 0;
  for (int i = 0; i < 120; ++i) {
    const Options options{.widths = {1, 2, 3}, .variables = 1, .functions = false};
    const TreePtr tree = random_tree(random, options, 0, 5);
    Assignment assignment = random_assignment(random, *tree);
    bool possible = false;
    std::vector<std::pair<std::string, unsigned>> names;
    unsigned bits = 0;
    for (const auto& [name, digits] : assignment.variables) {
      names.emplace_back(name, digits.size());
      bits += static_cast<unsigned>(digits.size());
    }
    ASSERT_LE(bits, 12U);
    for (Bits pattern = 0; pattern < (Bits{1} << bits) && !possible; ++pattern) {
      Bits rest = pattern;
      for (const auto& [name, width] : names) {
        assignment.variables[name] = to_digits(rest, width);
        rest >>= width;
      }
      possible = value(*tree, assignment)[0];
    }
    const Term question[] = {build(d_store, *tree)};
    const Answer answer = d_solver->check(question, {});
    ASSERT_EQ(answer.status, possible ? Status::Sat : Status::Unsat) << answer.reason << "\n" << text(*tree);
    (possible ? satisfiable : refuted)++;
  }
  EXPECT_GT(satisfiable, 10);
  EXPECT_GT(refuted, 5);
}

// Draws conjuncts that hold under a known assignment: whatever is substituted and narrowed, no solver may
// answer unsat.
TEST_P(Solvers, NeverRefuteWhatHasAModel) {
  std::mt19937_64 random(13);
  int answered = 0;
  const int rounds = std::string(GetParam()) == "z3" ? 600 : 150;
  for (int i = 0; i < rounds; ++i) {
    const Options options{.widths = {1, 4, 8, 32}, .variables = 2, .divisions = false};
    auto all = std::make_shared<Tree>(Tree{"and", 0, {}, {}, {}, 0});
    for (int j = 0; j < 6; ++j) all->x.push_back(random_tree(random, options, 0, 1 + random() % 3));
    const Assignment assignment = random_assignment(random, *all);
    std::vector<Term> question;
    for (const TreePtr& conjunct : all->x) {
      const Term term = build(d_store, *conjunct);
      question.push_back(value(*conjunct, assignment)[0] ? term : d_store.not_(term));
    }
    const Answer answer = d_solver->check(question, {.time = 300ms});
    ASSERT_NE(answer.status, Status::Unsat) << to_smtlib(d_store.and_(question));
    if (answer.status == Status::Sat)
      ++answered;
    else
      EXPECT_EQ(answer.reason, "timeout");
  }
  EXPECT_GT(answered, rounds * 9 / 10);
}

TEST_P(Solvers, BoundsOfVariablesMakeProductsEasy) {
  const Term a = d_store.bv_var("a", 8), b = d_store.bv_var("b", 8), n = d_store.bv_var("n", 64);
  const auto offset = [&](Term id) { return d_store.mul(d_store.zext(id, 64), n); };
  const Term question[] = {d_store.ult(n, d_store.bv(1000, 64)), d_store.ult(d_store.bv(3, 64), n),
                           d_store.eq(offset(a), offset(b)), d_store.distinct(a, b)};
  EXPECT_EQ(d_solver->check(question, {.work = 1'000'000}).status, Status::Unsat);
}

TEST(Agreement, SolversAgreeOnRandomQuestions) {
  TermStore store;
  std::mt19937_64 random(11);
  std::vector<std::unique_ptr<Solver>> solvers;
  for (const char* name : {"z3", "cvc4", "cvc5"}) solvers.push_back(make_solver(store, name));
  int satisfiable = 0, refuted = 0;
  for (int i = 0; i < 150; ++i) {
    const Options options{.widths = {1, 3, 8}, .variables = 2};
    std::vector<Term> question;
    question.reserve(4);
    for (int j = 0; j < 4; ++j) question.push_back(build(store, *random_tree(random, options, 0, 4)));
    std::vector<Status> statuses;
    for (const auto& solver : solvers) {
      const Answer answer = solver->check(question, {.time = 500ms});
      if (answer.status == Status::Unknown) {
        EXPECT_EQ(answer.reason, "timeout") << answer.solver;
        continue;
      }
      statuses.push_back(answer.status);
    }
    for (const Status status : statuses)
      EXPECT_EQ(status, statuses.front()) << to_smtlib(store.and_(question));
    if (!statuses.empty()) (statuses.front() == Status::Sat ? satisfiable : refuted)++;
  }
  EXPECT_GT(satisfiable, 20);
  EXPECT_GT(refuted, 20);
}

TEST(Z3, MemoryIsLimited) {
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler disabler;  // Z3 itself loses a block where its memory ends
#endif
  TermStore store;
  const auto z3 = make_solver(store, "z3");
  const Term x = store.bv_var("x", 128), y = store.bv_var("y", 128);
  const Term question[] = {store.eq(store.mul(store.mul(x, y), store.udiv(x, y)), store.bv(12345678901, 128)),
                           store.ult(store.bv(1000, 128), store.urem(y, x))};
  const Answer answer = z3->check(question, {.time = 20s, .memory_mib = 40});
  EXPECT_EQ(answer.status, Status::Unknown);
  EXPECT_EQ(answer.reason, "memory");
  const Term easy[] = {store.eq(store.bvxor(x, store.lshr(x, store.bv(3, 128))), store.bv(3, 128))};
  EXPECT_EQ(z3->check(easy, {}).status, Status::Sat);
}

}  // namespace
}  // namespace launchproof::smt
