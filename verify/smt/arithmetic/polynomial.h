// Represents terms as polynomials modulo 2^width.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Atoms of a product, by id; a squared atom occurs twice. Empty for the constant. An atom is any term that is
// not a sum, product or constant.
using Monomial = std::vector<Term>;

struct ById {
  bool operator()(const Monomial& a, const Monomial& b) const;
};

// Coefficients are signed, have the smallest possible magnitude and are not 0.
using Polynomial = std::map<Monomial, SignedBits, ById>;

// Returns the polynomial; nothing if the term is wider than 64 bits or would have too many monomials.
std::optional<Polynomial> polynomial_of(Term term);

Monomial product(const Monomial& a, const Monomial& b);
// Returns `whole` without the atoms of `part`; nothing if `whole` does not have all of them.
std::optional<Monomial> quotient(const Monomial& whole, const Monomial& part);

}  // namespace launchproof::smt
