// Several solvers in turn, each with slices of work that grow.
#pragma once

#include <memory>
#include <vector>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// Asks the first solver with a small slice of work, and then all of them with slices that grow, until one
// answers. A question that is open after the first slice is divided into its cases (cases.h), and by the
// parts of a disjunction each of which says what a value is: it is refuted when all parts are. So what is
// easy for one solver, or in parts, costs little however hard it is for the others or as a whole, and however
// large the limits are. A part that stays open is divided into halves (halves.h), which are smaller. The
// solver that refuted the last question of more than a slice begins the later rounds, and the first one of
// questions that are about as large. A question that may take two seconds of work at most (Limits::work) is
// asked of one solver at once, and whole, but for Limits::in_slices. The questions, and their order, depend
// on work alone, as far as the solvers count theirs.
//
// A solver that gives up for another reason than its slice is not asked again. Unknown when all have given up
// ("NAME: reason; NAME: reason") or the limits are used up. The answer's work is that of all solvers
// together. Throws std::invalid_argument without a solver.
std::unique_ptr<Solver> make_schedule(TermStore& store, std::vector<std::unique_ptr<Solver>> solvers);

}  // namespace launchproof::smt
