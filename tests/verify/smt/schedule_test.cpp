// Tests several solvers that are asked in turn, with slices of work that grow.
#include "verify/smt/solvers/schedule.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "verify/smt/limits/cancellation.h"

namespace launchproof::smt {
namespace {

constexpr Work kFirst = 20 * kWorkPerMillisecond;

// A question that a solver was asked.
struct Asked {
  std::string solver;
  std::vector<Term> conjuncts;
  Work work = 0;
};

// A solver that answers as a test specifies, and records the questions that it was asked.
class Scripted : public Solver {
 public:
  using Script = std::function<Answer(const Asked&)>;

  Scripted(std::string name, Script script, std::vector<Asked>& log)
      : d_name(std::move(name)), d_script(std::move(script)), d_log(log) {}

  Answer check(std::span<const Term> conjuncts, const Limits& limits) override {
    d_log.push_back({d_name, {conjuncts.begin(), conjuncts.end()}, limits.work});
    Answer answer = d_script(d_log.back());
    answer.solver = d_name;
    return answer;
  }
  std::string name() const override { return d_name; }

 private:
  std::string d_name;
  Script d_script;
  std::vector<Asked>& d_log;
};

Answer says(Status status, const std::string& reason = {}, Work work = 0) {
  Answer answer;
  answer.status = status;
  answer.reason = reason;
  answer.work = work;
  return answer;
}

class ScheduleTest : public ::testing::Test {
 protected:
  // A solver that decides with the given work, and not with less.
  static Scripted::Script needing(Work work, Status status) {
    return [=](const Asked& asked) {
      return asked.work < work ? says(Status::Unknown, kOutOfWork, asked.work) : says(status, {}, work);
    };
  }
  static Scripted::Script giving_up(const std::string& reason) {
    return [=](const Asked&) { return says(Status::Unknown, reason); };
  }

  std::unique_ptr<Solver> schedule(const std::vector<Scripted::Script>& scripts) {
    std::vector<std::unique_ptr<Solver>> solvers;
    solvers.reserve(scripts.size());
    for (std::size_t i = 0; i < scripts.size(); ++i)
      solvers.push_back(
          std::make_unique<Scripted>(std::string(1, static_cast<char>('a' + i)), scripts[i], d_log));
    return make_schedule(d_store, std::move(solvers));
  }
  Answer ask(const std::vector<Scripted::Script>& scripts, const Limits& limits = {}) {
    return schedule(scripts)->check(d_question, limits);
  }
  std::string order() const {
    std::string names;
    for (const Asked& asked : d_log) names += asked.solver;
    return names;
  }

  TermStore d_store;
  std::vector<Term> d_question{d_store.bool_var("p")};
  std::vector<Asked> d_log;
};

TEST_F(ScheduleTest, TheFirstAnswerWins) {
  EXPECT_EQ(ask({needing(1, Status::Unsat), needing(1, Status::Sat)}).status, Status::Unsat);
  EXPECT_EQ(order(), "a");
}

TEST_F(ScheduleTest, WhatIsEasyForOneSolverWaitsForNoHardOne) {
  const Answer answer = ask({needing(1000 * kFirst, Status::Unsat), needing(3 * kFirst, Status::Unsat)});
  EXPECT_EQ(answer.status, Status::Unsat);
  EXPECT_EQ(answer.solver, "b");
  EXPECT_EQ(order(), "aab");
  EXPECT_EQ(answer.work, kFirst + 4 * kFirst + 3 * kFirst) << "what all were asked counts";
  EXPECT_EQ(d_log[0].work, kFirst);
  EXPECT_EQ(d_log[1].work, 4 * kFirst);
}

TEST_F(ScheduleTest, WhoDecidedTheLastLongQuestionIsAskedFirstNextTime) {
  const auto solver = schedule({needing(1000 * kFirst, Status::Unsat), needing(13 * kFirst, Status::Unsat)});
  EXPECT_EQ(solver->check(d_question, {}).status, Status::Unsat);
  EXPECT_EQ(order(), "aabab");
  d_log.clear();
  EXPECT_EQ(solver->check(d_question, {}).status, Status::Unsat);
  EXPECT_EQ(order(), "bb") << "from the first slice on, which is enough for most questions";
  EXPECT_EQ(d_log[1].work, 16 * kFirst);
  // The first slice was in vain, so the other solver gets the next first slice. After three in vain there are
  // none for a while.
  for (const char* expected : {"ab", "b", "b", "b", "b", "bb"}) {
    d_log.clear();
    EXPECT_EQ(solver->check(d_question, {}).status, Status::Unsat);
    EXPECT_EQ(order(), expected);
  }
}

TEST_F(ScheduleTest, WhoDecidedALargeQuestionIsNotAskedFirstOfASmallOne) {
  const auto hard_if_large = [](const Asked& asked) {
    return asked.conjuncts.size() > 2 ? says(Status::Unknown, kOutOfWork, asked.work)
                                      : says(Status::Unsat, {}, 1);
  };
  const auto solver = schedule({hard_if_large, needing(3 * kFirst, Status::Unsat)});
  const Term p = d_question.front();
  for (Bits i = 0; i < 3; ++i)
    d_question.push_back(
        d_store.ult(d_store.bv(i, 32), d_store.mul(d_store.bv_var("x", 32), d_store.bv_var("y", 32))));
  EXPECT_EQ(solver->check(d_question, {}).status, Status::Unsat);
  EXPECT_EQ(order(), "aab");
  d_log.clear();
  EXPECT_EQ(solver->check(std::vector<Term>{p}, {}).status, Status::Unsat);
  EXPECT_EQ(order(), "a");
  d_log.clear();
  EXPECT_EQ(solver->check(d_question, {}).status, Status::Unsat);
  EXPECT_EQ(order(), "bb");
}

TEST_F(ScheduleTest, AHardQuestionMakesTheNextOneNoHarder) {
  Work needed = 1000 * kFirst;
  const auto growing = [&](const Asked& asked) {
    return asked.work < needed ? says(Status::Unknown, kOutOfWork, asked.work)
                               : says(Status::Unsat, {}, needed);
  };
  const auto solver = schedule({needing(~Work{0}, Status::Unsat), growing});
  EXPECT_EQ(solver->check(d_question, {}).status, Status::Unsat);
  d_log.clear();
  needed = 3 * kFirst;
  EXPECT_EQ(solver->check(d_question, {}).status, Status::Unsat);
  EXPECT_EQ(order(), "bb");
  EXPECT_EQ(d_log[1].work, 16 * kFirst) << "the slice of the next round, and not what the hard one needed";
  d_log.clear();
  // The schedule learns nothing from questions that nobody decides.
  const auto nobody = schedule({giving_up("timeout"), giving_up("timeout")});
  EXPECT_EQ(nobody->check(d_question, {.time = std::chrono::milliseconds(5)}).status, Status::Unknown);
  d_log.clear();
  EXPECT_EQ(nobody->check(d_question, {.time = std::chrono::milliseconds(5)}).status, Status::Unknown);
  ASSERT_GE(d_log.size(), 2U);
  EXPECT_EQ(d_log[1].work, 4 * kFirst);
}

TEST_F(ScheduleTest, ASolverThatGivesUpIsNotAskedAgain) {
  const Answer answer = ask({giving_up("no integer form"), needing(10 * kFirst, Status::Sat)});
  EXPECT_EQ(answer.status, Status::Sat);
  EXPECT_EQ(order(), "abb");
}

TEST_F(ScheduleTest, UnknownNamesEveryReason) {
  const Answer answer = ask({giving_up("memory"), giving_up("gave up")});
  EXPECT_EQ(answer.status, Status::Unknown);
  EXPECT_EQ(answer.reason, "a: memory; b: gave up");
  EXPECT_EQ(ask({giving_up("memory")}).reason, "memory");
}

TEST_F(ScheduleTest, LimitsEndIt) {
  const auto never = needing(~Work{0}, Status::Unsat);
  const Answer answer = ask({never, never}, {.work = 200 * kFirst});
  EXPECT_EQ(answer.reason, kOutOfWork);
  EXPECT_EQ(answer.work, 200 * kFirst);
  d_log.clear();
  EXPECT_EQ(ask({needing(7 * kFirst, Status::Unsat), never}, {.work = 7 * kFirst}).status, Status::Unsat);
  EXPECT_EQ(order(), "a") << "with all of a small limit";
  EXPECT_EQ(ask({never}, {.time = std::chrono::milliseconds(0)}).reason, "timeout");
  Cancellation cancellation;
  const Answer cancelled = ask({[&](const Asked&) {
                                 cancellation.cancel();
                                 return says(Status::Unknown, "cancelled");
                               }},
                               {.cancellation = &cancellation});
  EXPECT_EQ(cancelled.status, Status::Unknown);
}

// x is small, or x + 6 wraps.
TEST_F(ScheduleTest, AQuestionThatTakesLongIsAskedByCases) {
  const Term x = d_store.bv_var("x", 64);
  const auto c = [&](Bits value) { return d_store.bv(value, 64); };
  d_question = {d_store.sle(c(4), x), d_store.slt(d_store.add(x, c(6)), c(5121))};
  const auto only_cases = [&](Status second) {
    return [this, second](const Asked& asked) {
      if (asked.conjuncts.size() == 2) return says(Status::Unknown, kOutOfWork, kFirst);
      return says(d_log.size() == 2 ? Status::Unsat : second, {}, 1);
    };
  };
  EXPECT_EQ(ask({only_cases(Status::Unsat)}).status, Status::Unsat);
  EXPECT_EQ(order(), "aaa") << "the whole, and two cases";
  d_log.clear();
  EXPECT_EQ(ask({only_cases(Status::Sat)}).status, Status::Sat);
  d_log.clear();
  // One case is refuted; the other stays open.
  const auto half = [&](const Asked& asked) {
    return asked.conjuncts.size() > 2 && d_log.size() == 2 ? says(Status::Unsat, {}, 1)
                                                           : says(Status::Unknown, kOutOfWork, asked.work);
  };
  EXPECT_EQ(ask({half}, {.work = 200 * kFirst}).status, Status::Unknown);
}

TEST_F(ScheduleTest, AChoiceOfValuesIsDivided) {
  const Term x = d_store.bv_var("x", 8), y = d_store.bv_var("y", 8), p = d_question.front();
  const std::vector<Term> ways{d_store.eq(x, y), d_store.and_(p, d_store.eq(x, d_store.bv(3, 8)))};
  const Term goal = d_store.ult(d_store.bv(5, 8), d_store.mul(x, y));
  d_question = {d_store.or_(ways), goal};
  const Term of_three = d_store.ult(d_store.bv(5, 8), d_store.mul(d_store.bv(3, 8), y));
  const auto one_way = [&](const Asked& asked) {
    return asked.conjuncts.front() == goal || asked.conjuncts.front() == of_three
               ? says(Status::Unsat, {}, 1)
               : says(Status::Unknown, kOutOfWork, kFirst);
  };
  EXPECT_EQ(ask({one_way}).status, Status::Unsat);
  ASSERT_EQ(d_log.size(), 3U);
  EXPECT_EQ(d_log[1].conjuncts.size() + d_log[2].conjuncts.size(), 5U) << "a conjunction is taken apart";
  // A disjunction of other terms is not divided.
  d_log.clear();
  d_question = {d_store.or_(p, d_store.eq(x, y)), goal};
  EXPECT_EQ(ask({one_way}, {.work = 200 * kFirst}).status, Status::Unknown);
}

// A part that stays open is divided by the condition of its choices; nobody decides it as a whole.
TEST_F(ScheduleTest, APartThatStaysOpenIsHalved) {
  const Term a = d_store.bv_var("a", 32), b = d_store.bv_var("b", 32), x = d_store.bv_var("x", 32);
  const auto c = [&](Bits value) { return d_store.bv(value, 32); };
  const Term condition = d_store.ult(d_store.mul(a, b), c(77));
  d_question.clear();
  for (Bits i = 1; i < 6; ++i)
    d_question.push_back(d_store.ult(d_store.mul(x, c(2 * i + 1)),
                                     d_store.ite(condition, d_store.mul(a, c(i)), d_store.add(b, c(i)))));
  const auto refuting = [&](bool both) {
    return [=, this](const Asked& asked) {
      const Term last = asked.conjuncts.back();
      const bool is_half = last == condition || (both && last == d_store.not_(condition));
      return is_half ? says(Status::Unsat, {}, 1) : says(Status::Unknown, kOutOfWork, asked.work);
    };
  };
  EXPECT_EQ(ask({refuting(true)}).status, Status::Unsat);
  EXPECT_EQ(order(), "aaaa") << "the whole twice, and two halves";
  EXPECT_EQ(d_log[3].work, d_log[1].work);
  // Refuting only one half refutes nothing.
  EXPECT_EQ(ask({refuting(false)}, {.work = 400 * kFirst}).status, Status::Unknown);
}

// The first solver decides only small conjuncts; the values of other variables are drawn.
TEST_F(ScheduleTest, WhatALargeConjunctComparesIsDrawn) {
  const Term i = d_store.bv_var("i", 6), j = d_store.bv_var("j", 6);
  const auto mixed = [&](Term x) {
    for (unsigned round = 0; round < 100; ++round)
      x = d_store.bvxor(d_store.mul(x, d_store.bv(0x9e3779b1U + 2 * round, 32)),
                        d_store.lshr(d_store.mul(x, x), d_store.bv(7, 32)));
    return x;
  };
  d_question = {d_store.ult(i, j),
                d_store.distinct(mixed(d_store.bv_var("a", 32)), mixed(d_store.bv_var("b", 32)))};
  const auto small_alone = [&](const Asked& asked) {
    if (asked.conjuncts.size() > 1) return says(Status::Unknown, kOutOfWork, asked.work);
    Answer answer = says(Status::Sat, {}, 5);
    answer.model.set(j, 1);
    return answer;
  };
  const Answer answer = ask({small_alone});
  ASSERT_EQ(answer.status, Status::Sat) << answer.reason;
  for (const Term conjunct : d_question) EXPECT_EQ(answer.model.evaluate(conjunct), 1U);
  EXPECT_EQ(d_log.size(), 2U);
  EXPECT_EQ(answer.work, kFirst + 5);
  d_log.clear();
  const auto refuting = [&](const Asked& asked) {
    return asked.conjuncts.size() > 1 ? says(Status::Unknown, kOutOfWork, asked.work) : says(Status::Unsat);
  };
  EXPECT_EQ(ask({refuting}).status, Status::Unsat);
}

TEST_F(ScheduleTest, NamesAreSeparatedByCommas) {
  EXPECT_EQ(make_solver(d_store, "z3,cvc5")->name(), "z3,cvc5");
  EXPECT_THROW(make_solver(d_store, "z3,no-such-solver"), std::runtime_error);
  EXPECT_THROW(make_schedule(d_store, {}), std::invalid_argument);
}

}  // namespace
}  // namespace launchproof::smt
