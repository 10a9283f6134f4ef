// Replaces arithmetic with powers of two by shifts, which solvers of bit-vectors find easy.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Terms that are powers of two in the question at hand, each with its logarithm, a variable.
using Powers = std::vector<std::pair<Term, Term>>;

// Returns one, shifted by the logarithm.
Term shifted_one(TermStore& store, unsigned width, Term logarithm);

// Returns the term with the powers replaced by shifted ones, and with products with them replaced by shifts.
Term by_shifts(TermStore& store, Term term, std::span<const std::pair<Term, Term>> powers);

// The same, and quotients by powers and by their products with constants become shifts, too, and remainders
// become masks. Signed ones do so where neither operand is negative, and are any value elsewhere: the result
// only serves to refute a question.
Term by_shifts_and_masks(TermStore& store, Term term, std::span<const std::pair<Term, Term>> powers);

}  // namespace launchproof::smt
