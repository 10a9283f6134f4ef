// Several solvers asked in turn.
#include "verify/smt/relay.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace launchproof::smt {
namespace {

// Gives a fixed answer and notes what it was asked.
class Scripted : public Solver {
 public:
  Scripted(std::string name, Status status, std::vector<std::string>& log)
      : d_name(std::move(name)), d_status(status), d_log(log) {}

  Answer check(std::span<const Term>, const Limits& limits) override {
    d_log.push_back(d_name);
    d_given = limits.time;
    Answer answer;
    answer.status = d_status;
    answer.solver = d_name;
    if (d_status == Status::Unknown) answer.reason = "gave up";
    return answer;
  }
  std::string name() const override { return d_name; }

  std::chrono::milliseconds d_given{};

 private:
  std::string d_name;
  Status d_status;
  std::vector<std::string>& d_log;
};

class RelayTest : public ::testing::Test {
 protected:
  Answer ask(std::vector<Status> statuses) {
    std::vector<std::unique_ptr<Solver>> solvers;
    d_scripted.clear();
    for (std::size_t i = 0; i < statuses.size(); ++i) {
      auto solver =
          std::make_unique<Scripted>(std::string(1, static_cast<char>('a' + i)), statuses[i], d_log);
      d_scripted.push_back(solver.get());
      solvers.push_back(std::move(solver));
    }
    d_relay = make_relay(std::move(solvers));
    const Term question[] = {d_store.bool_var("p")};
    return d_relay->check(question, {.time = std::chrono::seconds(8)});
  }

  TermStore d_store;
  std::vector<std::string> d_log;
  std::vector<Scripted*> d_scripted;
  std::unique_ptr<Solver> d_relay;
};

TEST_F(RelayTest, TheFirstAnswerWins) {
  EXPECT_EQ(ask({Status::Unsat, Status::Sat}).status, Status::Unsat);
  EXPECT_EQ(d_log, std::vector<std::string>{"a"});
}

TEST_F(RelayTest, TheNextOneIsAskedWhenOneGivesUp) {
  const Answer answer = ask({Status::Unknown, Status::Sat, Status::Unsat});
  EXPECT_EQ(answer.status, Status::Sat);
  EXPECT_EQ(answer.solver, "b");
  EXPECT_EQ(d_log, (std::vector<std::string>{"a", "b"}));
  EXPECT_LE(d_scripted[0]->d_given, std::chrono::seconds(2));
}

TEST_F(RelayTest, UnknownNamesEveryReason) {
  const Answer answer = ask({Status::Unknown, Status::Unknown});
  EXPECT_EQ(answer.status, Status::Unknown);
  EXPECT_EQ(answer.reason, "a: gave up; b: gave up");
  EXPECT_GT(d_scripted[1]->d_given, std::chrono::seconds(7));
}

TEST_F(RelayTest, NamesAreSeparatedByCommas) {
  EXPECT_EQ(make_solver(d_store, "z3,cvc5")->name(), "z3,cvc5");
  EXPECT_THROW(make_solver(d_store, "z3,no-such-solver"), std::runtime_error);
  EXPECT_THROW(make_relay({}), std::invalid_argument);
}

}  // namespace
}  // namespace launchproof::smt
