// Simplifies conditions over few bits by trying all values.
#pragma once

#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns equivalent conjuncts, in which each comparison whose variables have at most twelve bits together is
// simplified as far as trying all their values allows: to true, to false, to a comparison without irrelevant
// variables, or to an interval of its only variable. Choices on such comparisons are simplified as well. If a
// conjunct fixes a variable, its value replaces the variable in the others. For example, `(gy - 256 * e) <u
// 32`, with five bits and one bit, implies that e is 0; `((ly - 1) & 15) + 1 <u ly + 32 * gy`, with four and
// five bits, implies that gy is not 0. Wherever all conjuncts hold, each has its previous value, so a model
// of the result is a model of the original.
std::vector<Term> plain_small_domains(TermStore& store, std::span<const Term> conjuncts);

}  // namespace launchproof::smt
