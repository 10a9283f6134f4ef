#include <gtest/gtest.h>

#include "verify/smt/solver.h"

namespace launchproof::smt {
namespace {

TEST(Z3, AnswersASmallQuestion) {
  TermStore s;
  const auto z3 = make_z3(s);
  const Term x = s.bv_var("x", 32), y = s.bv_var("y", 32);
  const Term question[] = {s.eq(s.mul(x, y), s.bv(35, 32)), s.ult(s.bv(1, 32), x), s.ult(x, y),
                           s.ult(y, s.bv(20, 32))};
  const Answer answer = z3->check(question, {});
  ASSERT_EQ(answer.status, Status::Sat) << answer.reason;
  EXPECT_EQ(answer.model.evaluate(x), 5U);
  EXPECT_EQ(answer.model.evaluate(y), 7U);
}

}  // namespace
}  // namespace launchproof::smt
