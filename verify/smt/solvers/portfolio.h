// Asks several solvers at once.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "verify/smt/solvers/backend.h"

namespace launchproof::smt {

// How long a solver works on a question alone before the next one is started on it as well. Most questions
// take a few milliseconds, and then cost no more than with one solver.
inline constexpr std::chrono::milliseconds kStagger{60};

// Asks the first solver. After each `stagger`, or as soon as a solver gives up, asks the next one as well.
// The first answer wins, and the others are cancelled. A solver that does not react is left running, and is
// used again once it has ended. The answer is Unknown only if all answers are, or if the time is over; the
// reason then names each.
//
// Each solver has its own thread, which is started at the first question that reaches it. The destructor
// waits for all threads.
std::unique_ptr<Solver> make_portfolio(TermStore& store, std::vector<std::unique_ptr<Backend>> solvers,
                                       std::chrono::milliseconds stagger = kStagger);

}  // namespace launchproof::smt
