// Bounds that a question states in each way of a disjunction.
#pragma once

#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns the comparisons of a variable, or of one and a constant, with a constant that hold wherever a
// conjunct that is a disjunction holds, since each of its ways states them: of the conditions under which
// control reaches a place by several paths, those that all paths have. In the order of their numbers.
std::vector<Term> common_bounds(std::span<const Term> conjuncts);

}  // namespace launchproof::smt
