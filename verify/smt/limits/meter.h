// Counts the questions to a solver and its work.
#pragma once

#include <cstdint>
#include <memory>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// The work of asking one question in addition to the solver's own: building and simplifying terms, and
// creating a solver.
constexpr Work kWorkOfQuestion = kWorkPerMillisecond;

// Forwards every question to another solver and sums up.
class Meter : public Solver {
 public:
  explicit Meter(std::unique_ptr<Solver> solver) : d_solver(std::move(solver)) {}

  Answer check(std::span<const Term> conjuncts, const Limits& limits) override;
  std::string name() const override { return d_solver->name(); }

  // Returns the solver's work so far plus kWorkOfQuestion for each question that simplification did not
  // settle. The same questions give the same sum on every machine, provided that the solver counts its own
  // work.
  Work spent() const { return d_spent; }
  // Returns how many questions were not answered because the clock, rather than a count, ended them.
  std::uint64_t timeouts() const { return d_timeouts; }

 private:
  std::unique_ptr<Solver> d_solver;
  Work d_spent = 0;
  std::uint64_t d_timeouts = 0;
};

}  // namespace launchproof::smt
