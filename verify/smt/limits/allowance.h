// Limits the total cost of all questions of one piece of work, in counted work.
#pragma once

#include "verify/smt/limits/cancellation.h"
#include "verify/smt/limits/meter.h"

namespace launchproof::smt {

// Forwards questions to another solver until their total work reaches a limit. The same questions exhaust it
// on every machine, independently of the clock.
class Allowance : public Solver {
 public:
  // Creates an allowance. `all` limits the work for all questions together, and `question` that for each
  // question; 0: no separate limit. Once nothing is left, `used_up` is cancelled, and every question gets
  // Unknown kOutOfWork. The arguments must outlive this object.
  Allowance(Solver& solver, Work all, Work question, Cancellation& used_up)
      : d_solver(solver), d_all(all), d_question(question), d_used_up(used_up) {}

  Answer check(std::span<const Term> conjuncts, const Limits& limits) override;
  std::string name() const override { return d_solver.name(); }

  // Returns the work so far, including kWorkOfQuestion for each question that simplification did not settle.
  Work spent() const { return d_spent; }

 private:
  Solver& d_solver;
  Work d_all;
  Work d_question;
  Cancellation& d_used_up;
  Work d_spent = 0;
};

}  // namespace launchproof::smt
