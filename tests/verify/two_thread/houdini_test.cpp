// Tests Houdini on a small system: the remaining candidates are inductive, and no others remain.
#include "tests/verify/two_thread/two_threads.h"
#include "verify/two_thread/proof/prover.h"
#include "verify/two_thread/terms/one_setting.h"

namespace launchproof::two_thread::testing {
namespace {

using smt::Answer;
using smt::Status;
using smt::Term;

// A solver that gives up on every question, or on questions with more goals than the given number.
class Tired : public smt::Solver {
 public:
  explicit Tired(std::unique_ptr<smt::Solver> behind, unsigned patience)
      : d_behind(std::move(behind)), d_patience(patience) {}
  Answer check(std::span<const Term> conjuncts, const smt::Limits& limits) override {
    if (d_patience-- > 0) return d_behind->check(conjuncts, limits);
    d_patience = 0;
    Answer answer;
    answer.reason = "solver died: signal 9";
    return answer;
  }
  std::string name() const override { return "tired"; }

 private:
  std::unique_ptr<smt::Solver> d_behind;
  unsigned d_patience;
};

// x := 0; y := 5; while (..) { x := x + 2; y := x; }
class HoudiniTest : public ::testing::Test {
 protected:
  HoudiniTest() : x(store.bv_var("x", 8)), y(store.bv_var("y", 8)) {
    add(store.eq(store.bvand(x, number(1)), number(0)));  // 0: even, stands
    add(store.ult(x, number(10)));                        // 1: not maintained
    add(store.eq(y, number(5)));                          // 2: not maintained
    add(store.eq(x, number(1)));                          // 3: not on entry
    add(store.ule(x, number(12)));                        // 4: depends on 1, falls with it
    problem.inductions = {induction(true), induction(false)};
  }

  Term number(unsigned value) { return store.bv(value, 8); }
  void add(Term formula) { problem.candidates.push_back({0, 0, formula, model::kNone, model::kNone, false}); }
  Induction induction(bool is_entry) {
    Induction result{0, is_entry, {}, {}};
    for (CandidateId id = 0; id < problem.candidates.size(); ++id) {
      const Term formula = problem.candidates[id].formula;
      if (!is_entry) result.context.push_back({formula, id});
      result.goals.emplace_back(id, store.substitute(formula, [&](Term part) {
        if (part == x) return is_entry ? number(0) : store.add(x, number(2));
        if (part == y) return is_entry ? number(5) : store.add(x, number(2));
        return Term();
      }));
    }
    return result;
  }
  Inferred infer(smt::Solver& solver, Pool* pool = nullptr) {
    const model::KernelModel kernel = access::testing::compile("__kernel void k() {}");
    const model::LaunchFacts facts;
    const Options options;
    const symbolic::Options limits = patient();
    const OneSetting analysed(kernel, facts, store, limits, options);
    Prover prover(analysed.setting(), solver);
    return houdini(problem, prover, all_candidates(problem, true), pool);
  }

  smt::TermStore store;
  Term x, y;
  Problem problem;
};

TEST_F(HoudiniTest, KeepsTheGreatestInductiveSubset) {
  const auto solver = smt::make_z3(store);
  const Inferred inferred = infer(*solver);
  EXPECT_EQ(inferred.stands, (std::vector<bool>{true, false, false, false, false}));
  EXPECT_EQ(inferred.falls[3], Fall::OnEntry);
  EXPECT_EQ(inferred.falls[1], Fall::NotMaintained);
}

TEST_F(HoudiniTest, NothingStandsThatTheSolverDidNotDecide) {
  for (unsigned patience = 0; patience < 8; ++patience) {
    Tired solver(smt::make_z3(store), patience);
    const Inferred inferred = infer(solver);
    for (CandidateId id = 1; id < 5; ++id) EXPECT_FALSE(inferred.stands[id]) << patience << " " << id;
    EXPECT_TRUE(inferred.stands[0] || inferred.falls[0] == Fall::Undecided) << patience;
  }
}

TEST_F(HoudiniTest, PutsWhatFellIntoThePool) {
  const auto solver = smt::make_z3(store);
  Pool pool(5);
  const Inferred inferred = infer(*solver, &pool);
  EXPECT_EQ(pool.size(), 4);
  for (CandidateId id = 0; id < 5; ++id) EXPECT_EQ(pool.entry(id).why, inferred.falls[id]) << id;
}

// Whatever is removed from the guesses, the remaining candidates are proved: a lie loses candidates, and adds
// none.
TEST_F(HoudiniTest, LiesInThePoolProveNothing) {
  for (unsigned lies = 0; lies < 32; ++lies) {
    const auto solver = smt::make_z3(store);
    Pool pool(5);
    for (CandidateId id = 0; id < 5; ++id)
      if ((lies >> id & 1) != 0) pool.add(id, Fall::OnEntry, 1);
    const Inferred inferred = infer(*solver, &pool);
    EXPECT_EQ(inferred.stands[0], (lies & 1) == 0) << lies;
    for (CandidateId id = 1; id < 5; ++id) EXPECT_FALSE(inferred.stands[id]) << lies << " " << id;
  }
}

// Reports in the middle of the proofs that candidate 1 fell.
class Liar : public smt::Solver {
 public:
  Liar(std::unique_ptr<smt::Solver> behind, Pool& pool, unsigned after)
      : d_behind(std::move(behind)), d_pool(pool), d_after(after) {}
  Answer check(std::span<const Term> conjuncts, const smt::Limits& limits) override {
    Answer answer = d_behind->check(conjuncts, limits);
    if (d_after-- == 0) d_pool.add(1, Fall::NotMaintained, 1);
    return answer;
  }
  std::string name() const override { return "liar"; }

 private:
  std::unique_ptr<smt::Solver> d_behind;
  Pool& d_pool;
  unsigned d_after;
};

// x := 0; y := 0; while (..) if (x < 5 || y != 0) x := x + 1; `x <= 5` depends on `y = 0`.
TEST_F(HoudiniTest, WhatWasShownWithACandidateFallsWithIt) {
  problem.candidates.clear();
  add(store.ule(x, number(5)));
  add(store.eq(y, number(0)));
  const Term grows = store.or_(store.ult(x, number(5)), store.distinct(y, number(0)));
  const Term next = store.ite(grows, store.add(x, number(1)), x);
  const Term stays_small = store.ule(next, number(5));
  problem.inductions = {{0, false, {}, {{0, stays_small}}}, {0, false, {}, {{1, store.eq(y, number(0))}}}};
  for (Induction& one : problem.inductions)
    for (CandidateId id = 0; id < 2; ++id) one.context.push_back({problem.candidates[id].formula, id});
  for (unsigned after = 0; after < 4; ++after) {
    Pool pool(2);
    Liar solver(smt::make_z3(store), pool, after);
    const Inferred inferred = infer(solver, &pool);
    EXPECT_EQ(inferred.stands[0], inferred.stands[1]) << after;
    EXPECT_TRUE(inferred.stands[0] || after < 3);
  }
  // The pool is already used before the first question.
  Pool pool(2);
  pool.add(1, Fall::NotMaintained, 1);
  const auto solver = smt::make_z3(store);
  EXPECT_FALSE(infer(*solver, &pool).stands[0]);
}

}  // namespace
}  // namespace launchproof::two_thread::testing
