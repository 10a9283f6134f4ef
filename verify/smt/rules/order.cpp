// Unsigned and signed less-than. Less-or-equal is the complement of the reversed less-than, so it has no
// nodes of its own.
#include <algorithm>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

SignedBits common_divisor(SignedBits a, SignedBits b) {
  while (b != 0) {
    a %= b;
    std::swap(a, b);
  }
  return a < 0 ? -a : a;
}

SignedBits ceil_divide(SignedBits a, SignedBits b) {  // b > 0
  return a > 0 ? (a + b - 1) / b : -(-a / b);
}

// a - b over the integers; atoms with the same interpretation cancel.
IntegerSum subtract(const IntegerSum& a, const IntegerSum& b) {
  IntegerSum result;
  result.constant = a.constant - b.constant;
  result.parts = a.parts;
  for (const auto& part : b.parts) {
    const auto found = std::find_if(result.parts.begin(), result.parts.end(), [&](const auto& p) {
      return p.atom == part.atom && p.is_signed == part.is_signed;
    });
    if (found == result.parts.end())
      result.parts.push_back({part.atom, part.is_signed, -part.coefficient});
    else
      found->coefficient -= part.coefficient;
  }
  std::erase_if(result.parts, [](const auto& part) { return part.coefficient == 0; });
  std::sort(result.parts.begin(), result.parts.end(),
            [](const auto& x, const auto& y) { return x.atom.id() < y.atom.id(); });
  return result;
}

}  // namespace

Term TermStore::Impl::less(Term a, Term b, bool is_signed) {
  if (a == b) return d_false;
  const unsigned width = a.width();
  const Cell& left = cell(a);
  const Cell& right = cell(b);
  const bool known = (left.signed_bounds.low >= 0 && right.signed_bounds.low >= 0) ||
                     (left.signed_bounds.high < 0 && right.signed_bounds.high < 0);
  if (is_signed && known) is_signed = false;  // signs agree
  if (is_signed) {
    if (left.signed_bounds.high < right.signed_bounds.low) return d_true;
    if (left.signed_bounds.low >= right.signed_bounds.high) return d_false;
  } else {
    if (left.high_bound < right.low_bound) return d_true;
    if (left.low_bound >= right.high_bound) return d_false;
  }
  if (d_depth < kPushDepth) {
    const Deeper deeper(d_depth);
    if (const Term result = less_of_extremes(a, b, is_signed)) return result;
    for (const bool first : {true, false}) {  // ite(c, k, x) < d
      const Term choice = first ? a : b, other = first ? b : a;
      if (choice->kind != Kind::Ite || !is_constant(other)) continue;
      const Term x = choice->operands[1], y = choice->operands[2];
      if (!is_constant(x) && !is_constant(y)) continue;
      return first ? choose(choice->operands[0], less(x, b, is_signed), less(y, b, is_signed))
                   : choose(choice->operands[0], less(a, x, is_signed), less(a, y, is_signed));
    }
    Linear x{width, 0, {}}, y{width, 0, {}};
    x.add(a, 1);
    y.add(b, 1);
    x.normalise();
    y.normalise();
    const auto exact_x = exact_sum(x, is_signed), exact_y = exact_sum(y, is_signed);
    if (exact_x && exact_y) {
      if (const Term result = less_integers(subtract(*exact_x, *exact_y), width)) return result;
    }
  }
  if (is_signed && is_constant(a)) {  // c < x: not x < c + 1; c is not the largest value, or the bounds would
                                      // have decided
    return negate(less(b, constant(a->value + 1, width), true));
  }
  if (!is_signed) {
    if (is_constant(a)) return negate(less(b, constant(a->value + 1, width), false));
    if (is_constant(b) && b->value == 1) return same(a, constant(0, width));
    if (is_constant(b) && b->value == mask(width)) return negate(same(a, b));
  }
  return make(is_signed ? Kind::Slt : Kind::Ult, 0, {a, b});
}

// The minimum or the maximum of two terms: ite(x < y, x, y) or ite(y < x, x, y).
TermStore::Impl::Extreme TermStore::Impl::extreme(Term choice, bool is_signed) {
  const auto key = std::uint64_t{choice.id()} << 1U | (is_signed ? 1 : 0);
  const auto [found, is_new] = d_extremes.try_emplace(key, Extreme::None);
  if (!is_new) return found->second;
  const Term condition = choice->operands[0], x = choice->operands[1], y = choice->operands[2];
  const Term below = less(x, y, is_signed), above = less(y, x, is_signed);
  Extreme result = Extreme::None;
  if (condition == below || condition == negate(above)) result = Extreme::Least;
  if (condition == above || condition == negate(below)) result = Extreme::Greatest;
  return d_extremes[key] = result;
}

// Compares a minimum or maximum, on either side, by comparing both of its operands.
Term TermStore::Impl::less_of_extremes(Term a, Term b, bool is_signed) {
  constexpr unsigned kMostNested = 8;
  if (d_depth > kMostNested) return {};
  for (const bool first : {true, false}) {
    const Term choice = first ? a : b;
    if (choice->kind != Kind::Ite) continue;
    const Extreme which = extreme(choice, is_signed);
    if (which == Extreme::None) continue;
    const Term x = choice->operands[1], y = choice->operands[2];
    const Term one = first ? less(x, b, is_signed) : less(a, x, is_signed);
    const Term other = first ? less(y, b, is_signed) : less(a, y, is_signed);
    return (which == Extreme::Least) == first ? disjunction({one, other}) : conjunction({one, other});
  }
  return {};
}

// difference < 0 over the integers, divided by the common factor and expressed in as few bits as its sides
// need.
Term TermStore::Impl::less_integers(IntegerSum difference, unsigned width) {
  if (difference.parts.empty()) return boolean(difference.constant < 0);
  SignedBits common = 0;
  for (const auto& part : difference.parts) common = common_divisor(common, part.coefficient);
  std::vector<IntegerSum::Part> left, right;
  for (auto& part : difference.parts) {
    part.coefficient /= common;
    if (part.coefficient > 0)
      left.push_back(part);
    else
      right.push_back({part.atom, part.is_signed, -part.coefficient});
  }
  const SignedBits limit = ceil_divide(-difference.constant, common);  // left - right < limit
  const auto whole = bounds_of(difference.parts, 0);
  if (!whole) return {};
  if (whole->high < limit) return d_true;
  if (whole->low >= limit) return d_false;
  const SignedBits left_constant = limit < 0 ? -limit : 0, right_constant = limit < 0 ? 0 : limit;
  const auto low = bounds_of(left, left_constant), high = bounds_of(right, right_constant);
  if (!low || !high) return {};
  const bool negative = low->low < 0 || high->low < 0;
  unsigned needed = 1;
  for (const Interval& bounds : {*low, *high}) {
    needed = std::max(
        needed, bit_length(static_cast<Bits>(std::max<SignedBits>(bounds.high, 0))) + (negative ? 1 : 0));
    if (bounds.low < 0) needed = std::max(needed, bit_length(static_cast<Bits>(-bounds.low - 1)) + 1);
  }
  if (needed > width) return {};
  const Term a = side(left, left_constant, needed), b = side(right, right_constant, needed);
  if (is_constant(a) && is_constant(b)) {
    return boolean(negative ? to_signed(a->value, needed) < to_signed(b->value, needed)
                            : a->value < b->value);
  }
  if (a == b) return d_false;
  if (needed < width && (a->kind == Kind::Ite || b->kind == Kind::Ite)) return less(a, b, negative);
  if (is_constant(a)) {  // c < x: not x < c + 1
    const Bits largest = negative ? mask(needed) >> 1 : mask(needed);
    if (a->value == largest) return d_false;
    return negate(less(b, constant(a->value + 1, needed), negative));
  }
  if (!negative && is_constant(b)) {
    if (b->value == 0) return d_false;
    if (b->value == 1) return same(a, constant(0, needed));
    if (b->value == mask(needed)) return negate(same(a, b));
  }
  return make(negative ? Kind::Slt : Kind::Ult, 0, {a, b});
}

}  // namespace launchproof::smt
