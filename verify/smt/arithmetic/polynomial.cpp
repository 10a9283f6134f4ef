#include "verify/smt/arithmetic/polynomial.h"

#include <algorithm>

namespace launchproof::smt {
namespace {

constexpr std::size_t kMostMonomials = 64;
constexpr unsigned kWidestPolynomial = 64;

bool older(Term a, Term b) {
  return a.id() < b.id();
}

// Returns false if there are too many monomials.
bool reduce(Polynomial& polynomial, unsigned width) {
  for (auto& [monomial, coefficient] : polynomial)
    coefficient = to_signed(static_cast<Bits>(coefficient) & mask(width), width);
  std::erase_if(polynomial, [](const auto& entry) { return entry.second == 0; });
  return polynomial.size() <= kMostMonomials;
}

}  // namespace

bool ById::operator()(const Monomial& a, const Monomial& b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), older);
}

Monomial product(const Monomial& a, const Monomial& b) {
  Monomial both(a);
  both.insert(both.end(), b.begin(), b.end());
  std::sort(both.begin(), both.end(), older);
  return both;
}

std::optional<Monomial> quotient(const Monomial& whole, const Monomial& part) {
  Monomial rest(whole);
  for (const Term atom : part) {
    const auto place = std::find(rest.begin(), rest.end(), atom);
    if (place == rest.end()) return std::nullopt;
    rest.erase(place);
  }
  return rest;
}

std::optional<Polynomial> polynomial_of(Term term) {
  const unsigned width = term.width();
  if (width == 0 || width > kWidestPolynomial) return std::nullopt;
  Polynomial result;
  if (term.is_constant()) {
    result[{}] = to_signed(term->value, width);
  } else if (term.kind() == Kind::Add) {
    for (const Term operand : term->operands) {
      const auto part = polynomial_of(operand);
      if (!part) return std::nullopt;
      for (const auto& [monomial, coefficient] : *part) result[monomial] += coefficient;
      if (!reduce(result, width)) return std::nullopt;
    }
  } else if (term.kind() == Kind::Mul) {
    result[{}] = 1;
    for (const Term operand : term->operands) {
      const auto part = polynomial_of(operand);
      if (!part) return std::nullopt;
      Polynomial both;
      for (const auto& [a, x] : result)
        for (const auto& [b, y] : *part) {
          SignedBits& sum = both[product(a, b)];
          // Modulo 2^128, which is a multiple of 2^width.
          sum = static_cast<SignedBits>(static_cast<Bits>(sum) + static_cast<Bits>(x) * static_cast<Bits>(y));
        }
      result = std::move(both);
      if (!reduce(result, width)) return std::nullopt;
    }
  } else {
    result[{term}] = 1;
  }
  reduce(result, width);
  return result;
}

}  // namespace launchproof::smt
