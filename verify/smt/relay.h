// Several solvers, asked in turn.
#pragma once

#include <memory>
#include <vector>

#include "verify/smt/solver.h"

namespace launchproof::smt {

// Asks each solver until one answers. All but the last get a quarter of the time that is left, so that a
// question that is hard for one of them costs little of the others' time. Unknown only when all are; the
// reason then names each.
std::unique_ptr<Solver> make_relay(std::vector<std::unique_ptr<Solver>> solvers);

}  // namespace launchproof::smt
