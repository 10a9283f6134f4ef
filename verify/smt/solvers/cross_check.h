// Answers checked by a second solver.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "verify/smt/solvers/backend.h"

namespace launchproof::smt {

// Two answers to one question exclude each other, or a model does not fit: some solver, or this folder, is at
// fault. what() says which answers, and where the question was written.
class Disagreement : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Asks `first`. Every model is evaluated on the question as it was put. A share of the questions that `first`
// answers with Unsat (0 to 1, chosen by the question, so that a run can be repeated) is also put to `second`,
// without being reduced before, which checks the reduction too. A question that `second` cannot answer in the
// time says nothing.
class CrossCheck : public Solver {
 public:
  // Makes a cross-check. Questions of a disagreement are written into `folder`.
  CrossCheck(std::unique_ptr<Solver> first, std::unique_ptr<Backend> second, double share,
             std::filesystem::path folder);

  // Throws Disagreement.
  Answer check(std::span<const Term> conjuncts, const Limits& limits) override;
  std::string name() const override { return d_first->name(); }

  std::uint64_t agreed() const { return d_agreed; }  // answers Unsat that `second` gave, too

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

// The argument of `--cross-check`: "SHARE[:SOLVER]".
struct CrossCheckChoice {
  double share = 0;    // of the answers Unsat, 0: none
  std::string solver;  // empty: one that `--solver` does not name, cvc5 or cvc4 where they are installed
};
// Throws std::invalid_argument with a message for the user.
CrossCheckChoice cross_check_choice(const std::string& text);

// Returns the name of the second solver for this choice; `first` as `--solver` takes it.
std::string second_solver(const CrossCheckChoice& choice, const std::string& first);

}  // namespace launchproof::smt
