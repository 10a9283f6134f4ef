// Divides a question into cases if conjuncts restrict a variable to a few small intervals that are far apart.
#pragma once

#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns conditions of which at least one holds whenever all the given conjuncts hold: that a variable lies
// in one of the intervals left by comparisons of the variable plus a constant with a constant. For example,
// `x + 6 < 5121`, signed, and `4 <= x` allow either a small x or an x for which x + 6 wraps. In each case x
// has few bits; without the distinction it has as many as its type. The case nearest to 0 comes first.
// Returns an empty list if there are no cases to distinguish.
std::vector<Term> cases(TermStore& store, std::span<const Term> conjuncts);

}  // namespace launchproof::smt
