// Tests child-process solvers with misbehaving programs.
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/verify/smt/fake_solver.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::smt {
namespace {

using namespace std::chrono_literals;

class Process : public testing::Test {
 protected:
  Solver& fake(const std::string& on_start, const std::string& on_check, const std::string& on_values = ":") {
    d_solver = make_process_solver(d_store, "fake", {d_programs.make("fake", on_start, on_check, on_values)});
    return *d_solver;
  }

  Answer ask(std::chrono::milliseconds time = 3000ms) {
    const Term x = d_store.bv_var("x", 8);
    const Term question[] = {d_store.eq(d_store.mul(x, x), d_store.bv(25, 8))};  // 5 is a root
    return d_solver->check(question, {.time = time});
  }

  TermStore d_store;
  FakeSolvers d_programs;
  std::unique_ptr<Solver> d_solver;
};

TEST_F(Process, AnswersWithAModelThatFits) {
  fake("", "echo sat", "echo '((v2 #x05))'");
  const Answer answer = ask();
  EXPECT_EQ(answer.status, Status::Sat) << answer.reason;
  EXPECT_EQ(answer.model.evaluate(d_store.bv_var("x", 8)), 5U);
  EXPECT_EQ(answer.solver, "fake");
}

TEST_F(Process, AModelThatDoesNotFitIsUnknown) {
  fake("", "echo sat", "echo '((v2 #xff))'");
  const Answer answer = ask();
  EXPECT_EQ(answer.status, Status::Unknown);
  EXPECT_EQ(answer.reason, "model does not fit");
}

TEST_F(Process, DeathAtStartIsUnknown) {
  fake("exit 3", "echo unsat");
  EXPECT_EQ(ask().reason, "solver died: exit status 3");
  EXPECT_EQ(ask().status, Status::Unknown);
}

TEST_F(Process, DeathInAQuestionIsUnknownAndTheNextIsAnswered) {
  fake("", "if [ -e $folder/again ]; then echo unsat; else : > $folder/again; kill -9 $$; fi");
  const Answer first = ask();
  EXPECT_EQ(first.status, Status::Unknown);
  EXPECT_EQ(first.reason, "solver died: signal 9");
  EXPECT_EQ(ask().status, Status::Unsat);
}

TEST_F(Process, UnknownIsUnknownAndTheProcessStays) {
  fake("echo started >> $folder/starts", "echo unknown");
  EXPECT_EQ(ask().reason, "solver answered unknown");
  EXPECT_EQ(ask().reason, "solver answered unknown");
  EXPECT_EQ(std::filesystem::file_size(d_programs.folder() / "starts"), 8U);
}

TEST_F(Process, GarbageIsUnknown) {
  fake("", "echo '%$((#'");
  const Answer answer = ask();
  EXPECT_EQ(answer.status, Status::Unknown);
  EXPECT_EQ(answer.reason, "solver printed no answer: %$((#");
}

TEST_F(Process, SurplusAnswersAreUnknown) {
  fake("", "echo unsat; echo unsat");
  EXPECT_EQ(ask().status, Status::Unknown);
}

TEST_F(Process, GarbageModelsAreUnknown) {
  for (const char* model :
       {"echo '((v2 #xzz))'", "echo '((v2 #x1ff))'", "echo '((v2 true))'", "echo '()'", "echo ')'",
        "echo '((v2 #x05) (v3 #x05))'", "echo '(v2 #x05)'", "echo '((v2 (_ bv5 16)))'", ":"}) {
    fake("", "echo sat", model);
    const Answer answer = ask();
    EXPECT_EQ(answer.status, Status::Unknown) << model;
    EXPECT_TRUE(answer.reason.starts_with("solver printed no model")) << answer.reason;
  }
}

TEST_F(Process, AnErrorIsUnknownWithItsText) {
  fake("", "echo '(error \"no such logic\")'");
  EXPECT_EQ(ask().reason, "solver failed: (error \"no such logic\")");
}

TEST_F(Process, SilenceEndsAtTheTimeLimitAndTheNextIsAnswered) {
  fake("", "if [ -e $folder/again ]; then echo unsat; else : > $folder/again; sleep 1000; fi");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(ask(200ms).reason, "timeout");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  EXPECT_EQ(ask().status, Status::Unsat);
}

TEST_F(Process, AClosedPipeIsUnknown) {
  fake("exec 1>&-", "sleep 1000");
  EXPECT_EQ(ask().reason, "solver closed its output");
}

TEST_F(Process, ALargeQuestionToADeadProgramIsNoSignal) {
  fake("exit 0", "echo unsat");
  Term sum = d_store.bv(0, 32);
  for (int i = 0; i < 2000; ++i) {
    const Term x = d_store.bv_var("x" + std::to_string(i), 32);
    sum = d_store.bvxor(sum, d_store.mul(x, x));
  }
  const Term question[] = {d_store.eq(sum, d_store.bv(1, 32))};
  EXPECT_EQ(d_solver->check(question, {.time = 60s}).reason, "solver died: exit status 0");
}

TEST_F(Process, MemoryIsLimitedAndDescriptorsStayHere) {
  fake("", "echo \"(error \\\"$(ulimit -v) kB, files $(ls /proc/$$/fd | wc -l)\\\")\"");
  const Term x = d_store.bv_var("x", 8);
  const Term question[] = {d_store.eq(d_store.mul(x, x), d_store.bv(25, 8))};
  for (int i = 0; i < 20; ++i) dup(1);  // not closed by exec
  // The allowed descriptors: standard input, output, error, the script and the shell's own pipe.
  EXPECT_EQ(d_solver->check(question, {.memory_mib = 700}).reason,
            "solver failed: (error \"716800 kB, files 5\")");
}

TEST_F(Process, AMissingProgramIsAnErrorWithARemedy) {
  const auto message = [&](const std::string& name) {
    try {
      make_solver(d_store, name);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message("no-such-solver").find("no program 'no-such-solver'"), std::string::npos);
  EXPECT_NE(message("no-such-solver").find("--solver cadical, table, z3, cvc4, cvc5"), std::string::npos);
  EXPECT_NE(message("cadical:int").find("does not support integers"), std::string::npos);
  EXPECT_NE(message("/usr").find("solver '/usr'"), std::string::npos);
  EXPECT_NE(message("").find("no program ''"), std::string::npos);
}

}  // namespace
}  // namespace launchproof::smt
