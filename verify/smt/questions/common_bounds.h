// Finds bounds that all alternatives of a disjunction state.
#pragma once

#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns comparisons of a variable, or of a variable plus a constant, with a constant that all alternatives
// of some disjunction among the conjuncts state. For the condition that control reaches a place on several
// paths, these are the bounds that all paths share. They are in the order of their numbers.
std::vector<Term> common_bounds(std::span<const Term> conjuncts);

}  // namespace launchproof::smt
