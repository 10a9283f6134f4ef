// Decomposes equalities of flattened indices by arithmetic.
//
// x + W * (y + H * z) = x' + W * (y' + H * z') implies x = x', y = y' and z = z' if 0 <= x, x' < W and 0 <=
// y, y' < H, since a number has only one representation in a mixed radix. A solver that multiplies bit by bit
// does not find that if the radices W and H are variables.
//
// The rule, for integers: D = F * Q + R = 0 and |R| < F imply Q = 0 and R = 0. Bounds show that D differs
// from the bit-vector value by no more than a multiple of 2^width. A solver shows that |R| < F, under the
// other conjuncts.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns true if the conjunction has no model. A result of false means nothing.
using Refuter = std::function<bool(const std::vector<Term>&)>;

// Returns whether any term multiplies or divides a variable by a variable.
bool has_products(std::span<const Term> conjuncts);
// Returns whether a conjunct is an equality that this can decompose because it contains products of
// variables.
bool has_flattened(std::span<const Term> conjuncts);

// Returns true if decomposing such equalities shows that the conjunction has no model. `refuted` is asked
// about consequences of the conjuncts that have no products. A result of false means nothing.
bool refute_flattened(TermStore& store, std::span<const Term> conjuncts, const Refuter& refuted);

}  // namespace launchproof::smt
