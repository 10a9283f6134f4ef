// Terms as polynomials, modulo 2^width of the term.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Atoms of a product, by id; one that is squared is there twice. None for the constant. An atom is any term
// that is not a sum, no product and no constant.
using Monomial = std::vector<Term>;

struct ById {
  bool operator()(const Monomial& a, const Monomial& b) const;
};

// Coefficients are the signed ones of least magnitude, none is 0.
using Polynomial = std::map<Monomial, SignedBits, ById>;

// Returns nothing when the term is wider than 64 bits, or would have too many monomials.
std::optional<Polynomial> polynomial_of(Term term);

Monomial product(const Monomial& a, const Monomial& b);
// Returns `whole` without the atoms of `part`. Nothing when they are not all in it.
std::optional<Monomial> quotient(const Monomial& whole, const Monomial& part);

}  // namespace launchproof::smt
