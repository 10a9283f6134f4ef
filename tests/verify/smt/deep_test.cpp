// Tests deep and heavily shared terms: no traversal may recurse on the stack or visit a node twice.
#include <gtest/gtest.h>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {
namespace {

constexpr int kDepth = 100'000;

// Each level uses the level below twice, so a traversal of all paths would never end.
Term shared_chain(TermStore& s, Term x, Term y, int depth) {
  for (int i = 0; i < depth; ++i) {
    if (i % 3 == 0) {
      x = s.bvxor(s.lshr(x, y), x);
    } else if (i % 3 == 1) {
      x = s.ite(s.ult(x, y), y, x);
    } else {
      x = s.mul(s.urem(x, y), x);
    }
  }
  return x;
}

TEST(Deep, WalksSubstitutionAndEvaluationAreIterative) {
  TermStore s;
  const Term x = s.bv_var("x", 32), y = s.bv_var("y", 32);
  const Term deep = shared_chain(s, x, y, kDepth);
  EXPECT_EQ(s.variables(deep), (std::vector{x, y}));
  EXPECT_TRUE(s.applications(deep).empty());
  Model model;
  model.set(x, 12345);
  model.set(y, 3);
  const Bits value = model.evaluate(deep);
  EXPECT_EQ(model.evaluate(s.substitute(deep, [&](Term t) { return t == y ? s.bv(3, 32) : Term(); })), value);
  EXPECT_GT(to_smtlib(deep).size(), 1000U);
  EXPECT_LT(to_smtlib(deep).size(), 20'000'000U);
}

TEST(Deep, PushedOperationsStopBeforeTheStackEnds) {
  TermStore s;
  Term x = s.bv_var("x", 64), b = s.bool_var("b0");
  for (int i = 0; i < kDepth / 4; ++i) {
    const Term y = s.bv_var("y" + std::to_string(i), 64);
    x = i % 2 == 0 ? s.bvor(x, y) : s.bvand(s.bvxor(x, s.bvnot(y)), s.add(x, y));
    b = i % 2 == 0 ? s.and_(b, s.eq(y, s.bv(1, 64))) : s.or_(s.not_(b), s.ult(y, s.bv(9, 64)));
  }
  Model model;
  EXPECT_LE(model.evaluate(s.extract(x, 3, 7)), 127U);
  EXPECT_EQ(model.evaluate(s.zext(s.extract(x, 0, 32), 64)), model.evaluate(x) & 0xffffffff);
  EXPECT_EQ(model.evaluate(s.not_(b)), 1 - model.evaluate(b));
  EXPECT_EQ(model.evaluate(s.eq(s.extract(x, 0, 8), s.bv(1, 8))), (model.evaluate(x) & 255) == 1);
}

TEST(Deep, SolversTakeDeepQuestions) {
  TermStore s;
  Term x = s.bv_var("x", 8);
  for (int i = 0; i < 1000; ++i) {
    const Term y = s.bv_var("y" + std::to_string(i % 7), 8);
    x = s.ite(s.bool_var("p" + std::to_string(i % 50)), s.bvxor(x, y), x);
  }
  const Term question[] = {s.eq(x, s.bv(200, 8))};
  for (const char* name : {"z3", "cvc4", "cvc5"}) {
    const Answer answer = make_solver(s, name)->check(question, {.time = std::chrono::seconds(5)});
    EXPECT_TRUE(answer.status == Status::Sat || answer.reason == "timeout") << name << ": " << answer.reason;
  }
}

}  // namespace
}  // namespace launchproof::smt
