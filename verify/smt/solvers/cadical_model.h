// Reads the model found by CaDiCaL, for the terms from which a circuit was made.
#pragma once

#include <cadical.hpp>

#include "verify/smt/questions/question.h"
#include "verify/smt/solvers/bit_blaster.h"

namespace launchproof::smt {

// Returns the values of these symbols, all of which `blaster` must have translated. Requires that the solver
// has just found its clauses satisfiable.
Model cadical_model(CaDiCaL::Solver& solver, const BitBlaster& blaster, const Symbols& symbols);

}  // namespace launchproof::smt
