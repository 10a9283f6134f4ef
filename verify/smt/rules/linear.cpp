// Linear sums: modulo 2^width, and as integers if bounds prove that nothing wraps.
#include <algorithm>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {

void Linear::add(Term term, Bits factor) {
  factor &= mask(width);
  if (factor == 0) return;
  switch (term->kind) {
    case Kind::BvConst:
      constant = (constant + factor * term->value) & mask(width);
      return;
    case Kind::Add:
      // A sum's operands are atoms, multiples and a constant, so this goes one level deep.
      for (const Term part : term->operands) add(part, factor);
      return;
    case Kind::BvNot:  // ~x = -1 - x
      constant = (constant - factor) & mask(width);
      terms.emplace_back(term->operands[0], -factor & mask(width));
      return;
    default:
      break;
  }
  if (is_multiple(term)) {
    terms.emplace_back(term->operands[1], (factor * term->operands[0]->value) & mask(width));
  } else {
    terms.emplace_back(term, factor);
  }
}

void Linear::normalise() {
  std::sort(terms.begin(), terms.end(),
            [](const auto& a, const auto& b) { return a.first.id() < b.first.id(); });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size();) {
    const Term atom = terms[i].first;
    Bits coefficient = 0;
    for (; i < terms.size() && terms[i].first == atom; ++i) coefficient += terms[i].second;
    coefficient &= mask(width);
    if (coefficient != 0) terms[kept++] = {atom, coefficient};
  }
  terms.resize(kept);
}

std::optional<Interval> bounds_of(const std::vector<IntegerSum::Part>& parts, SignedBits constant) {
  Interval total{constant, constant};
  for (const auto& part : parts) {
    const Cell& atom = cell(part.atom);
    if (!part.is_signed && atom.width > 126) return std::nullopt;
    Interval range = part.is_signed ? atom.signed_bounds
                                    : Interval{static_cast<SignedBits>(atom.low_bound),
                                               static_cast<SignedBits>(atom.high_bound)};
    if (part.coefficient < 0) std::swap(range.low, range.high);
    if (__builtin_mul_overflow(range.low, part.coefficient, &range.low) ||
        __builtin_mul_overflow(range.high, part.coefficient, &range.high) ||
        __builtin_add_overflow(total.low, range.low, &total.low) ||
        __builtin_add_overflow(total.high, range.high, &total.high)) {
      return std::nullopt;
    }
  }
  const SignedBits limit = SignedBits{1} << 126;
  if (total.low <= -limit || total.high >= limit) return std::nullopt;
  return total;
}

std::optional<IntegerSum> integer_sum(const Linear& sum, bool signed_coefficients) {
  if (sum.width > 126) return std::nullopt;
  const auto read = [&](Bits value) {
    return signed_coefficients ? to_signed(value, sum.width) : static_cast<SignedBits>(value);
  };
  IntegerSum result;
  result.constant = read(sum.constant);
  for (const auto& [atom, coefficient] : sum.terms) {
    const Cell& known = cell(atom);
    // Chooses the interpretation with the smaller range; unsigned if they are equal.
    const Bits span = known.high_bound - known.low_bound;
    const Bits signed_span =
        static_cast<Bits>(known.signed_bounds.high) - static_cast<Bits>(known.signed_bounds.low);
    result.parts.push_back({atom, signed_span < span, read(coefficient)});
  }
  const auto bounds = bounds_of(result.parts, result.constant);
  if (!bounds) return std::nullopt;
  result.bounds = *bounds;
  return result;
}

std::optional<IntegerSum> exact_sum(const Linear& sum, bool is_signed) {
  if (sum.width > 120) return std::nullopt;
  const SignedBits modulus = SignedBits{1} << sum.width;
  const SignedBits low = is_signed ? -(modulus / 2) : 0;
  for (const bool signed_coefficients : {true, false}) {
    auto read = integer_sum(sum, signed_coefficients);
    if (!read) continue;
    // Adding a multiple of the modulus does not change the value modulo 2^width.
    if (read->bounds.low < low || read->bounds.high >= low + modulus) {
      const SignedBits distance = low - read->bounds.low;
      SignedBits windows = distance / modulus;
      if (distance > 0 && distance % modulus != 0) ++windows;
      read->constant += windows * modulus;
      read->bounds.low += windows * modulus;
      read->bounds.high += windows * modulus;
      if (read->bounds.low < low || read->bounds.high >= low + modulus) continue;
    }
    return read;
  }
  return std::nullopt;
}

}  // namespace launchproof::smt
