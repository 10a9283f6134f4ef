// Equalities of flattened indices, taken apart by arithmetic.
//
// x + W * (y + H * z) = x' + W * (y' + H * z') says x = x', y = y' and z = z' where 0 <= x, x' < W and
// 0 <= y, y' < H: a number has one representation in a mixed radix. A solver that multiplies bit by bit does
// not see that when the radices W and H are variables.
//
// The rule, for integers: D = F * Q + R = 0 and |R| < F give Q = 0 and R = 0. That D is no more than a
// multiple of 2^width away from what the bit-vectors say is shown by bounds, that |R| < F by a solver, under
// the other conjuncts.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// True when the conjunction has no model; false says nothing.
using Refuter = std::function<bool(const std::vector<Term>&)>;

// Returns whether variables are multiplied or divided by variables anywhere.
bool has_products(std::span<const Term> conjuncts);
// Returns whether a conjunct is an equality that this can work on: it holds products of variables.
bool has_flattened(std::span<const Term> conjuncts);

// Returns whether the conjunction has no model, shown by taking such equalities apart; `refuted` is asked of
// what follows from the conjuncts, without products. False says nothing.
bool refute_flattened(TermStore& store, std::span<const Term> conjuncts, const Refuter& refuted);

}  // namespace launchproof::smt
