// Ends searches of CaDiCaL. CaDiCaL's types do not leave the files cadical_*.
#pragma once

#include <cadical.hpp>
#include <cstddef>

#include "verify/effort/clock.h"
#include "verify/smt/limits/cancellation.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// Returns the units of work between two calls of CaDiCaL's terminator, which happen about once per decision.
// The work of propagation grows with the circuit.
constexpr Work work_of_step(std::size_t clauses) {
  return 20 + clauses / 400;
}

// The least memory of a clause in bytes, including CaDiCaL's own data about it.
inline constexpr std::size_t kBytesOfClause = 256;

// Ends a search after a number of steps, at the deadline, or if it is cancelled.
class CadicalGuard : public CaDiCaL::Terminator {
 public:
  // Creates a guard. `cancellation` may be null.
  CadicalGuard(Work most_steps, effort::Clock::time_point deadline, const Cancellation* cancellation)
      : d_most(most_steps), d_deadline(deadline), d_cancellation(cancellation) {}

  bool terminate() override {
    if (d_reason == nullptr) look();
    return d_reason != nullptr;
  }

  Work steps() const { return d_steps; }
  // Returns why it ended a search; null if it did not end one.
  const char* reason() const { return d_reason; }

 private:
  void look() {
    constexpr Work kBetweenLooks = 64;
    if (++d_steps >= d_most)
      d_reason = kOutOfWork;
    else if (d_steps % kBetweenLooks != 1)
      return;
    else if (d_cancellation != nullptr && d_cancellation->cancelled())
      d_reason = "cancelled";
    else if (effort::Clock::now() >= d_deadline)
      d_reason = "timeout";
  }

  Work d_most, d_steps = 0;
  effort::Clock::time_point d_deadline;
  const Cancellation* d_cancellation;
  const char* d_reason = nullptr;
};

}  // namespace launchproof::smt
