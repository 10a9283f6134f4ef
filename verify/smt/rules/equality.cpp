// Equality of Booleans and bit-vectors.
#include <algorithm>
#include <functional>
#include <numeric>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

SignedBits magnitude(SignedBits value) {
  return value < 0 ? -value : value;
}

SignedBits gcd(SignedBits a, SignedBits b) {
  while (b != 0) {
    a %= b;
    std::swap(a, b);
  }
  return magnitude(a);
}

// Returns the inverse of an odd number modulo 2^128 (Newton's iteration doubles the correct low bits).
Bits inverse(Bits odd) {
  Bits result = odd;
  for (int i = 0; i < 7; ++i) result *= 2 - odd * result;
  return result;
}

}  // namespace

// Returns Σ cᵢ·xᵢ + constant in `width` bits. Each atom is truncated or extended according to its
// interpretation in the integer sum.
Term TermStore::Impl::side(const std::vector<IntegerSum::Part>& parts, SignedBits constant, unsigned width) {
  Linear linear{width, static_cast<Bits>(constant) & mask(width), {}};
  for (const auto& part : parts) {
    const Term atom =
        part.atom.width() >= width ? extract(part.atom, 0, width) : extend(part.atom, width, part.is_signed);
    linear.add(atom, static_cast<Bits>(part.coefficient));
  }
  return sum(std::move(linear));
}

Term TermStore::Impl::same(Term a, Term b) {
  if (a == b) return d_true;
  if (a.width() == 0) return same_booleans(a, b);
  const Cell& left = cell(a);
  const Cell& right = cell(b);
  if (left.high_bound < right.low_bound || right.high_bound < left.low_bound) return d_false;
  if (left.signed_bounds.high < right.signed_bounds.low ||
      right.signed_bounds.high < left.signed_bounds.low) {
    return d_false;
  }
  if (d_depth < kPushDepth) {
    const Deeper deeper(d_depth);
    if (const Term result = same_structure(a, b)) return result;
    if (const Term result = same_structure(b, a)) return result;
    return same_linear(a, b);
  }
  if (is_constant(a) || (!is_constant(b) && b.id() < a.id())) std::swap(a, b);
  return make(Kind::Eq, 0, {a, b});
}

Term TermStore::Impl::same_booleans(Term a, Term b) {
  if (a.is_true()) return b;
  if (b.is_true()) return a;
  if (a.is_false()) return negate(b);
  if (b.is_false()) return negate(a);
  const Term not_a = negate(a);
  if (not_a == b) return d_false;
  bool flip = false;  // the older one of x and ¬x represents both
  if (not_a.id() < a.id()) {
    a = not_a;
    flip = true;
  }
  if (const Term not_b = negate(b); not_b.id() < b.id()) {
    b = not_b;
    flip = !flip;
  }
  if (b.id() < a.id()) std::swap(a, b);
  const Term result = make(Kind::Eq, 0, {a, b});
  return flip ? negate(result) : result;
}

// Applies rules that depend on the form of `a`. Returns a null Term if none applies.
Term TermStore::Impl::same_structure(Term a, Term b) {
  if (a->kind == Kind::Ite) {
    const Term condition = a->operands[0], x = a->operands[1], y = a->operands[2];
    if (x == b) return disjunction({condition, same(y, b)});
    if (y == b) return disjunction({negate(condition), same(x, b)});
    if (is_constant(b) && (is_constant(x) || is_constant(y)))
      return choose(condition, same(x, b), same(y, b));
  }
  if (is_constant(b)) {
    if (a->kind == Kind::ZeroExtend) return same(a->operands[0], extract(b, 0, a->operands[0].width()));
    if (a->kind == Kind::SignExtend) return same(a->operands[0], extract(b, 0, a->operands[0].width()));
    if (a->kind == Kind::BvNot) return same(a->operands[0], complement(b));
    if (a->kind == Kind::Concat) {
      std::vector<Term> equal;
      unsigned above = a.width();
      for (const Term part : a->operands) {
        above -= part.width();
        equal.push_back(same(part, extract(b, above, part.width())));
      }
      return conjunction(std::move(equal));
    }
    return {};
  }
  if (a->kind == Kind::Concat && b->kind == Kind::Concat && a->operands.size() == b->operands.size()) {
    std::vector<Term> equal;
    for (std::size_t i = 0; i < a->operands.size(); ++i) {
      if (a->operands[i].width() != b->operands[i].width()) return {};
    }
    equal.reserve(a->operands.size());
    for (std::size_t i = 0; i < a->operands.size(); ++i)
      equal.push_back(same(a->operands[i], b->operands[i]));
    return conjunction(std::move(equal));
  }
  const bool extends = a->kind == Kind::ZeroExtend || a->kind == Kind::SignExtend;
  if (extends && a->kind == b->kind && a->operands[0].width() == b->operands[0].width()) {
    return same(a->operands[0], b->operands[0]);
  }
  return {};
}

Term TermStore::Impl::same_linear(Term a, Term b) {
  const unsigned width = a.width();
  Linear difference{width, 0, {}};
  difference.add(a, 1);
  difference.add(b, mask(width));
  difference.normalise();
  if (difference.terms.empty()) return boolean(difference.constant == 0);
  for (const bool signed_coefficients : {true, false}) {
    if (const auto read = integer_sum(difference, signed_coefficients); read && width <= 120) {
      if (const Term result = same_integers(*read, width)) return result;
    }
  }
  unsigned zeros = width;  // of every coefficient
  unsigned known = width;  // of every multiple
  for (const auto& [atom, coefficient] : difference.terms) {
    zeros = std::min(zeros, count_trailing_zeros(coefficient, width));
    known = std::min(known, count_trailing_zeros(coefficient, width) + cell(atom).zeros);
  }
  if (count_trailing_zeros(difference.constant, width) < known) return d_false;
  if (zeros > 0) {  // 2ᵏ·s = 2ᵏ·t in w bits: s = t in w - k bits
    Linear narrow{width - zeros, difference.constant >> zeros, {}};
    for (const auto& [atom, coefficient] : difference.terms) {
      narrow.add(extract(atom, 0, width - zeros), coefficient >> zeros);
    }
    return same(sum(std::move(narrow)), constant(0, width - zeros));
  }
  if (difference.terms.size() == 1) {  // c·x = d with c odd: x = d / c
    const auto& [atom, coefficient] = difference.terms[0];
    const Term value = constant(-difference.constant * inverse(coefficient), width);
    if (coefficient != 1 || !is_constant(b) || b != value) return same(atom, value);
    return make(Kind::Eq, 0, {atom, value});
  }
  // The first atom's coefficient is made positive; negative terms then go to the other side.
  const bool flip = to_signed(difference.terms[0].second, width) < 0;
  Linear left{width, 0, {}},
      right{width, flip ? difference.constant : -difference.constant & mask(width), {}};
  for (const auto& [atom, coefficient] : difference.terms) {
    const Bits signed_coefficient = flip ? -coefficient & mask(width) : coefficient;
    if (to_signed(signed_coefficient, width) > 0)
      left.add(atom, signed_coefficient);
    else
      right.add(atom, -signed_coefficient & mask(width));
  }
  return make(Kind::Eq, 0, {sum(std::move(left)), sum(std::move(right))});
}

// Σ cᵢ·f·xᵢ = 0 over the integers: f = 0 or Σ cᵢ·xᵢ = 0. Returns null unless every atom is a product with one
// common factor that does not wrap.
Term TermStore::Impl::same_factored(const std::vector<IntegerSum::Part>& parts, unsigned width) {
  std::vector<Term> common;
  for (const auto& part : parts) {
    if (part.atom->kind != Kind::Mul || part.is_signed) return {};
    Bits high = 1;
    for (const Term factor : part.atom->operands) {
      if (__builtin_mul_overflow(high, cell(factor).high_bound, &high) || high > mask(width)) return {};
    }
    std::vector<Term> factors = part.atom->operands;
    if (&part != parts.data()) {
      std::erase_if(factors, [&](Term factor) {
        return std::find(common.begin(), common.end(), factor) == common.end();
      });
    }
    common = std::move(factors);
    if (common.empty()) return {};
  }
  Linear rest{width, 0, {}};
  for (const auto& part : parts) {
    Term product_rest = constant(1, width);
    bool removed = false;
    for (const Term factor : part.atom->operands) {
      if (!removed && factor == common.front())
        removed = true;
      else
        product_rest = product(product_rest, factor);
    }
    rest.add(product_rest, static_cast<Bits>(part.coefficient));
  }
  // The sum without the factor is within the bounds of the whole, so 0 is the only multiple of 2^width among
  // its values.
  rest.normalise();
  bool only_zero = false;
  if (const auto read = integer_sum(rest, true)) {
    const SignedBits modulus = SignedBits{1} << width;
    only_zero = read->bounds.low > -modulus && read->bounds.high < modulus;
    for (const auto& part : read->parts) only_zero = only_zero && !part.is_signed;
  }
  if (!only_zero) return {};
  return disjunction(
      {same(common.front(), constant(0, width)), same(sum(std::move(rest)), constant(0, width))});
}

// The difference of two terms, as an integer, is a multiple of 2^width. Determines which one, and the fewest
// bits in which that can be stated.
Term TermStore::Impl::same_integers(const IntegerSum& difference, unsigned width) {
  const SignedBits modulus = SignedBits{1} << width;
  // Multiples of 2^width within the bounds.
  const SignedBits last = difference.bounds.high >= 0 ? difference.bounds.high / modulus
                                                      : -((modulus - 1 - difference.bounds.high) / modulus);
  if (last * modulus < difference.bounds.low) return d_false;
  if ((last - 1) * modulus >= difference.bounds.low) return {};
  const SignedBits rest = last * modulus - difference.constant;  // Σ cᵢ·xᵢ = rest, over the integers
  if (rest == 0 && difference.parts.size() > 1) {
    if (const Term result = same_factored(difference.parts, width)) return result;
  }
  return equation(difference.parts, rest, width);
}

// Handles Σ cᵢ·xᵢ = rest over the integers if some d divides part of the terms, and the bounds of the other
// terms contain only one value v ≡ rest modulo d. The other terms then equal v, and the terms that d divides
// equal rest - v. The digits of two numbers in one mixed radix are thus compared one by one. Returns null if
// there is no such d.
Term TermStore::Impl::same_digits(const std::vector<IntegerSum::Part>& parts, SignedBits rest,
                                  unsigned width) {
  std::vector<SignedBits> divisors;
  for (const auto& part : parts)
    if (magnitude(part.coefficient) > 1) divisors.push_back(magnitude(part.coefficient));
  std::ranges::sort(divisors, std::greater<>());
  divisors.erase(std::unique(divisors.begin(), divisors.end()), divisors.end());
  for (const SignedBits divisor : divisors) {
    std::vector<IntegerSum::Part> low, high;
    for (const auto& part : parts) (part.coefficient % divisor == 0 ? high : low).push_back(part);
    const auto bounds = bounds_of(low, 0);
    if (low.empty() || !bounds) continue;
    SignedBits beyond = (bounds->high - rest) % divisor;
    if (beyond < 0) beyond += divisor;
    const SignedBits value = bounds->high - beyond;
    if (value < bounds->low) return d_false;
    if (value - divisor >= bounds->low) continue;
    const Term below = equation(std::move(low), value, width);
    const Term above = below ? equation(std::move(high), rest - value, width) : Term();
    if (above) return conjunction({below, above});
  }
  return {};
}

// Σ cᵢ·xᵢ = rest over the integers, in the fewest bits. Returns null if it takes more than `width`.
Term TermStore::Impl::equation(std::vector<IntegerSum::Part> parts, SignedBits rest, unsigned width) {
  SignedBits common = 0;
  for (const auto& part : parts) common = gcd(common, part.coefficient);
  if (rest % common != 0) return d_false;
  const bool flip = parts[0].coefficient < 0;
  rest /= flip ? -common : common;
  for (auto& part : parts) part.coefficient /= flip ? -common : common;
  if (const Term result = same_digits(parts, rest, width)) return result;
  std::vector<IntegerSum::Part> left, right;
  unsigned needed = 1;
  for (IntegerSum::Part part : parts) {
    const bool positive = part.coefficient > 0;
    part.coefficient = magnitude(part.coefficient);
    if (part.coefficient > 1) needed = std::max(needed, bit_length(static_cast<Bits>(part.coefficient)) + 1);
    (positive ? left : right).push_back(part);
  }
  const SignedBits left_constant = rest < 0 ? -rest : 0, right_constant = rest < 0 ? 0 : rest;
  const auto low = bounds_of(left, left_constant), high = bounds_of(right, right_constant);
  if (!low || !high) return {};
  for (const Interval& bounds : {*low, *high}) {
    const bool negative = low->low < 0 || high->low < 0;
    needed = std::max(
        needed, bit_length(static_cast<Bits>(std::max<SignedBits>(bounds.high, 0))) + (negative ? 1 : 0));
    if (bounds.low < 0) needed = std::max(needed, bit_length(static_cast<Bits>(-bounds.low - 1)) + 1);
  }
  if (needed > width) return {};
  const Term a = side(left, left_constant, needed), b = side(right, right_constant, needed);
  if (a == b) return d_true;
  if (is_constant(a) && is_constant(b)) return d_false;
  const bool atoms = a->kind != Kind::Add && !is_multiple(a) && b->kind != Kind::Add && !is_multiple(b);
  if (needed < width && atoms) return same(a, b);  // rules for forms may apply to the narrower terms
  return is_constant(a) ? make(Kind::Eq, 0, {b, a}) : make(Kind::Eq, 0, {a, b});
}

}  // namespace launchproof::smt
