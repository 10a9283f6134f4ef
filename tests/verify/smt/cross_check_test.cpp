// Tests that a second solver detects a lying first solver, and is itself not believed without a model.
#include "verify/smt/solvers/cross_check.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/verify/smt/fake_solver.h"

namespace launchproof::smt {
namespace {

// A solver that gives the same answer to every question.
class Stubborn : public Solver {
 public:
  explicit Stubborn(Answer answer) : d_answer(std::move(answer)) {}
  Answer check(std::span<const Term>, const Limits&) override { return d_answer; }
  std::string name() const override { return "stubborn"; }

 private:
  Answer d_answer;
};

class CrossCheckTest : public testing::Test {
 protected:
  CrossCheckTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "launchproof-cross-XXXXXX").string();
    d_folder = mkdtemp(pattern.data());
  }
  ~CrossCheckTest() override { std::filesystem::remove_all(d_folder); }

  CrossCheck with(Answer first, double share = 1) {
    return {std::make_unique<Stubborn>(std::move(first)), make_z3_backend(d_store, Form::BitVectors), share,
            d_folder};
  }
  // Returns the text of the disagreement, or "".
  std::string ask(CrossCheck& solver, const std::vector<Term>& question) const {
    try {
      solver.check(question, d_limits);
    } catch (const Disagreement& error) {
      return error.what();
    }
    return "";
  }
  std::vector<std::string> written() const {
    std::vector<std::string> texts;
    for (const auto& file : std::filesystem::directory_iterator(d_folder)) {
      std::ostringstream text;
      text << std::ifstream(file.path()).rdbuf();
      texts.push_back(text.str());
    }
    return texts;
  }

  TermStore d_store;
  Term d_x = d_store.bv_var("x", 8), d_y = d_store.bv_var("y", 8);
  // The question x * y = 15 with both above 1, which has models, and a question that has none.
  std::vector<Term> d_possible{d_store.eq(d_store.mul(d_x, d_y), d_store.bv(15, 8)),
                               d_store.ult(d_store.bv(1, 8), d_x), d_store.ult(d_store.bv(1, 8), d_y)};
  std::vector<Term> d_impossible{
      d_store.eq(d_store.add(d_store.mul(d_x, d_x), d_store.bv(1, 8)), d_store.mul(d_store.bv(4, 8), d_y))};
  Limits d_limits;
  std::filesystem::path d_folder;
};

TEST_F(CrossCheckTest, ALieIsFoundAndWrittenDown) {
  CrossCheck solver = with({Status::Unsat, {}, {}, "stubborn"});
  const std::string said = ask(solver, d_possible);
  EXPECT_NE(said.find("stubborn says unsat, z3 says sat"), std::string::npos) << said;
  EXPECT_NE(said.find(d_folder.string()), std::string::npos) << said;
  ASSERT_EQ(written().size(), 1U);
  const std::string text = written().front();
  for (const char* part :
       {"; stubborn: unsat", "; z3: sat", "; x = #x", "(declare-fun |x| () (_ BitVec 8))", "(check-sat)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in " << text;
  EXPECT_EQ(solver.agreed(), 0U);
}

TEST_F(CrossCheckTest, TheFileAsksTheQuestion) {
  CrossCheck solver = with({Status::Unsat, {}, {}, "stubborn"});
  std::vector<Term> question = d_possible;
  const std::vector<Term> arguments{d_x};
  question.push_back(d_store.eq(d_store.apply("f", arguments, 8), d_y));
  ask(solver, question);
  ASSERT_EQ(written().size(), 1U);
  EXPECT_NE(written().front().find("(declare-fun |f| ((_ BitVec 8) ) (_ BitVec 8))"), std::string::npos);
}

TEST_F(CrossCheckTest, TheTruthStands) {
  CrossCheck solver = with({Status::Unsat, {}, {}, "stubborn"});
  EXPECT_EQ(ask(solver, d_impossible), "");
  EXPECT_EQ(solver.agreed(), 1U);
  EXPECT_TRUE(written().empty());
}

TEST_F(CrossCheckTest, AModelThatDoesNotFitIsNoModel) {
  Model model;
  model.set(d_x, 3);
  model.set(d_y, 4);
  CrossCheck lying = with({Status::Sat, model, {}, "stubborn"}, 0);
  EXPECT_NE(ask(lying, d_possible).find("model that does not fit"), std::string::npos);
  model.set(d_y, 5);
  CrossCheck honest = with({Status::Sat, model, {}, "stubborn"}, 0);
  EXPECT_EQ(ask(honest, d_possible), "");
  CrossCheck noticed = with(unknown("one: timeout; two: model does not fit", "stubborn"), 0);
  EXPECT_NE(ask(noticed, d_possible).find("model that does not fit"), std::string::npos);
}

TEST_F(CrossCheckTest, ASecondSolverThatLiesOrDiesSaysNothing) {
  const FakeSolvers fakes;
  const std::string liar = fakes.make("liar", ":", "echo sat", "echo '((x #x00) (y #x00))'");
  const std::string dead = fakes.make("dead", ":", "exit 3");
  for (const std::string& program : {liar, dead}) {
    CrossCheck solver(std::make_unique<Stubborn>(Answer{Status::Unsat, {}, {}, "stubborn"}),
                      make_process_backend(d_store, "second", {program}, Form::BitVectors), 1, d_folder);
    EXPECT_EQ(ask(solver, d_impossible), "");
    EXPECT_EQ(solver.agreed(), 0U);
  }
}

TEST_F(CrossCheckTest, AShareIsAsked) {
  const auto asked_of = [&](double share) {
    CrossCheck solver = with({Status::Unsat, {}, {}, "stubborn"}, share);
    for (unsigned i = 0; i < 200; ++i) {
      std::vector<Term> question = d_impossible;
      question.push_back(d_store.distinct(d_store.bv_var("z", 8), d_store.bv(i, 8)));
      ask(solver, question);
    }
    return solver.agreed();
  };
  EXPECT_EQ(asked_of(0), 0U);
  EXPECT_EQ(asked_of(1), 200U);
  EXPECT_GT(asked_of(0.25), 20U);
  EXPECT_LT(asked_of(0.25), 90U);
  EXPECT_EQ(asked_of(0.25), asked_of(0.25));
}

TEST(CrossCheckChoice, IsAShareAndASolver) {
  EXPECT_EQ(cross_check_choice("off").share, 0);
  EXPECT_EQ(cross_check_choice("0.25").share, 0.25);
  EXPECT_EQ(cross_check_choice("1:cvc5").solver, "cvc5");
  EXPECT_EQ(cross_check_choice("1:z3:int").solver, "z3:int");
  for (const char* wrong : {"", "on", "2", "-1", "0.5x", "nan", "1:", "1:z3+cvc5", "1:z3,cvc5"})
    EXPECT_THROW(cross_check_choice(wrong), std::invalid_argument) << wrong;
}

TEST(CrossCheckChoice, TheSecondSolverIsAnother) {
  EXPECT_EQ(second_solver({1, "z3:int"}, "z3"), "z3:int");
  EXPECT_NE(second_solver({1, ""}, "z3"), "z3");
  EXPECT_NE(second_solver({1, ""}, "z3+cvc5").substr(0, 4), "cvc5");
  EXPECT_EQ(second_solver({1, ""}, "cvc5+cvc4"), "z3");
}

}  // namespace
}  // namespace launchproof::smt
