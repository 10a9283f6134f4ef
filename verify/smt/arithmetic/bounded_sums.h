// Sums of variables that comparisons keep within few values: a variable takes the sum's place.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// A variable of a sum, in words of the sum.
struct BoundedSum {
  Term variable;
  // Returns the value of the variable in so many bits: modulo 2^width, and exact where it fits.
  std::function<Term(unsigned)> value;
  Term condition;  // a further condition on the sum and its other parts
};

// Finds a sum to put in the place of a variable. `t + 32 * g + 1 < 4096` for a t of 5 bits says little of t,
// and much of the sum. With s for the sum, t is s - 32 * g - 1 wherever it occurs: what the sum is divided
// by, or what it indexes, meets a variable whose bounds are known to the terms' own rules. This is done only
// where the conjuncts divide. A variable that stands for a sum is not taken again, so that there are at most
// as many steps as variables. Nothing where there is no such sum.
std::optional<BoundedSum> bounded_sum(TermStore& store, std::span<const Term> conjuncts);

// Returns `term` with the sum in the place of its variable.
Term in_words_of(TermStore& store, Term term, const BoundedSum& sum);

}  // namespace launchproof::smt
