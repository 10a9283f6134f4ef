// Checks answers with a second solver.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "verify/smt/solvers/backend.h"

namespace launchproof::smt {

// Two answers to one question contradict each other, or a model does not satisfy it, so a solver or this
// folder has a defect. what() says which answers, and where the question was written.
class Disagreement : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Asks `first`. Evaluates every model on the original question. A share (0 to 1) of the questions that
// `first` answers with Unsat is also put to `second`, without reduction, which checks the reduction as well.
// The choice depends only on the question, so that runs are repeatable. If `second` cannot answer in time,
// nothing is concluded.
class CrossCheck : public Solver {
 public:
  // Creates a cross-check. If answers disagree, the questions are written to `folder`.
  CrossCheck(std::unique_ptr<Solver> first, std::unique_ptr<Backend> second, double share,
             std::filesystem::path folder);

  // Throws Disagreement.
  Answer check(std::span<const Term> conjuncts, const Limits& limits) override;
  std::string name() const override { return d_first->name(); }

  std::uint64_t agreed() const { return d_agreed; }  // number of Unsat answers that `second` confirmed

 private:
  bool is_chosen(std::span<const Term> conjuncts) const;
  [[noreturn]] void disagree(std::span<const Term> conjuncts, const std::string& first,
                             const std::string& second) const;

  std::unique_ptr<Solver> d_first;
  std::unique_ptr<Backend> d_second;
  double d_share;
  std::filesystem::path d_folder;
  std::uint64_t d_agreed = 0;
};

// The parsed argument of `--cross-check`: "SHARE[:SOLVER]".
struct CrossCheckChoice {
  double share = 0;    // share of the Unsat answers; 0: none
  std::string solver;  // empty: a solver that `--solver` does not name, cvc5 or cvc4 if they are installed
};
// Parses the argument. Throws std::invalid_argument with a message for the user.
CrossCheckChoice cross_check_choice(const std::string& text);

// Returns the name of the second solver for this choice. `first` is the argument of `--solver`.
std::string second_solver(const CrossCheckChoice& choice, const std::string& first);

}  // namespace launchproof::smt
