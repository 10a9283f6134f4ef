// Asks several solvers in turn, with increasing slices of work.
#pragma once

#include <memory>
#include <vector>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// Asks the first solver with a small slice of work, and then all of them with increasing slices, until one
// answers. A question that is still open after the first slice is divided into its cases (cases.h), and into
// the parts of a disjunction in which each part states what some value is. The question is refuted when all
// of its parts are. A question that is easy for one solver, or in parts, therefore costs little, however hard
// it is for the others or as a whole, and however large the limits are. A part that stays open is divided
// into halves (halves.h), which are smaller. The solver that refuted the last question that took more than
// one slice goes first in later rounds, and in the first round for questions of about that size. A question
// limited to two seconds of work or less (Limits::work) is put to one solver, undivided, unless
// Limits::in_slices is set. The questions and their order depend only on work, provided that the solvers
// count their work.
//
// A solver that gives up for a reason other than its slice is not asked again. The answer is Unknown if all
// solvers have given up ("NAME: reason; NAME: reason") or the limits are exhausted. The answer's work is the
// sum over all solvers. Throws std::invalid_argument if there is no solver.
std::unique_ptr<Solver> make_schedule(TermStore& store, std::vector<std::unique_ptr<Solver>> solvers);

}  // namespace launchproof::smt
