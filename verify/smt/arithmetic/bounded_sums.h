// Finds sums of variables that comparisons restrict to few values, and replaces a variable of the sum by the
// sum.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// A variable of a sum, expressed by the sum.
struct BoundedSum {
  Term variable;
  // Returns the value of the variable in this many bits: modulo 2^width, and exact if it fits.
  std::function<Term(unsigned)> value;
  Term condition;  // a further condition on the sum and its other parts
};

// Finds a sum that can replace a variable. `t + 32 * g + 1 < 4096` for a t of 5 bits says little about t, but
// much about the sum. With s for the sum, t is replaced by s - 32 * g - 1 wherever it occurs. Divisions and
// indices that involve the sum then involve a variable with bounds that the terms' own rules know. This is
// done only if the conjuncts divide. A variable that stands for a sum is not replaced again, so there are at
// most as many steps as variables. Returns nothing if there is no such sum.
std::optional<BoundedSum> bounded_sum(TermStore& store, std::span<const Term> conjuncts);

// Returns `term` with the variable replaced by its expression in the sum.
Term in_words_of(TermStore& store, Term term, const BoundedSum& sum);

}  // namespace launchproof::smt
