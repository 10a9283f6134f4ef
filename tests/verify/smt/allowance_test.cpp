// Tests that one count limits the total work of all questions of a task.
#include "verify/smt/limits/allowance.h"

#include <gtest/gtest.h>

#include <vector>

namespace launchproof::smt {
namespace {

// A solver that counts the given work for each question, up to the limit, and has no answer if it reaches the
// limit.
class Counted : public Solver {
 public:
  explicit Counted(Work each) : d_each(each) {}
  Answer check(std::span<const Term>, const Limits& limits) override {
    asked.push_back(limits);
    Answer answer;
    answer.solver = "counted";
    const bool is_enough = limits.work == 0 || d_each <= limits.work;
    answer.work = is_enough ? d_each : limits.work;
    if (is_enough)
      answer.status = Status::Unsat;
    else
      answer.reason = kOutOfWork;
    return answer;
  }
  std::string name() const override { return "counted"; }

  std::vector<Limits> asked;

 private:
  Work d_each;
};

class AllowanceTest : public ::testing::Test {
 protected:
  static Answer ask(Allowance& allowance, Work work = 0) {
    Limits limits;
    limits.work = work;
    return allowance.check(std::vector<Term>{}, limits);
  }
  Cancellation used_up;
};

TEST_F(AllowanceTest, EndsAfterTheSameQuestionsEachTime) {
  constexpr Work kEach = 10'000;
  for (int run = 0; run < 2; ++run) {
    Cancellation over;
    Counted solver(kEach);
    Allowance allowance(solver, 3 * (kEach + kWorkOfQuestion), 0, over);
    for (int i = 0; i < 3; ++i) {
      EXPECT_FALSE(over.cancelled()) << i;
      EXPECT_EQ(ask(allowance).status, Status::Unsat) << i;
    }
    EXPECT_TRUE(over.cancelled());
    EXPECT_EQ(ask(allowance).reason, kOutOfWork);
    EXPECT_EQ(solver.asked.size(), 3U);
    EXPECT_EQ(allowance.spent(), 3 * (kEach + kWorkOfQuestion));
  }
}

TEST_F(AllowanceTest, GivesAQuestionNoMoreThanWhatIsLeft) {
  Counted solver(10'000);
  Allowance allowance(solver, 15'000, 0, used_up);
  EXPECT_EQ(ask(allowance).status, Status::Unsat);
  EXPECT_EQ(ask(allowance).reason, kOutOfWork);
  EXPECT_EQ(solver.asked.back().work, 15'000 - 10'000 - kWorkOfQuestion);
  EXPECT_TRUE(used_up.cancelled());
}

TEST_F(AllowanceTest, LimitsOneQuestionWithoutEndingAll) {
  Counted solver(10'000);
  Allowance allowance(solver, 1'000'000, 4'000, used_up);
  EXPECT_EQ(ask(allowance).reason, kOutOfWork);
  EXPECT_FALSE(used_up.cancelled());
  EXPECT_EQ(ask(allowance, 3'000).reason, kOutOfWork);
  EXPECT_EQ(solver.asked.back().work, 3'000U);
}

// A question without a limit of its own is still one for all solvers, in slices.
TEST_F(AllowanceTest, KeepsSolversInTurn) {
  Counted solver(10);
  Allowance allowance(solver, 50'000, 0, used_up);
  ask(allowance);
  EXPECT_TRUE(solver.asked.back().in_slices);
  ask(allowance, 100);
  EXPECT_FALSE(solver.asked.back().in_slices);
}

}  // namespace
}  // namespace launchproof::smt
