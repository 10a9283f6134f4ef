// Sums, products and divisions.
#include <algorithm>

#include "verify/smt/terms/by_id.h"
#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

SignedBits floor_divide(SignedBits a, SignedBits b) {  // b > 0
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

}  // namespace

// c + Σ cᵢ·xᵢ: an Add of multiples by id and the constant last; a lone atom is itself; -1 - x is BvNot(x).
Term TermStore::Impl::sum(Linear linear) {
  linear.normalise();
  while (join_division(linear)) linear.normalise();
  const unsigned width = linear.width;
  if (linear.terms.size() == 1 && linear.terms[0].second == mask(width) && linear.constant == mask(width)) {
    return complement(linear.terms[0].first);
  }
  std::vector<Term> parts;
  for (const auto& [atom, coefficient] : linear.terms) {
    const Term part = coefficient == 1 ? atom : make(Kind::Mul, width, {constant(coefficient, width), atom});
    if (is_constant(part))
      linear.constant += part->value;  // its facts allow only one value
    else
      parts.push_back(part);
  }
  const Term rest = constant(linear.constant, width);
  if (parts.empty()) return rest;
  if (rest->value != 0) parts.push_back(rest);
  return parts.size() == 1 ? parts.front() : make(Kind::Add, width, std::move(parts));
}

Term TermStore::Impl::plus(Term a, Term b) {
  Linear linear{a.width(), 0, {}};
  linear.add(a, 1);
  linear.add(b, 1);
  return sum(std::move(linear));
}

Term TermStore::Impl::scale(Term a, Bits factor) {
  if ((factor & mask(a.width())) == 1) return a;
  Linear linear{a.width(), 0, {}};
  linear.add(a, factor);
  return sum(std::move(linear));
}

Term TermStore::Impl::product(Term a, Term b) {
  const unsigned width = a.width();
  if (is_constant(a)) return scale(b, a->value);
  if (is_constant(b)) return scale(a, b->value);
  Bits coefficient = 1;
  std::vector<Term> factors;
  for (Term factor : {a, b}) {
    if (is_multiple(factor)) {
      coefficient *= factor->operands[0]->value;
      factor = factor->operands[1];
    }
    if (factor->kind == Kind::Mul) {
      factors.insert(factors.end(), factor->operands.begin(), factor->operands.end());
    } else {
      factors.push_back(factor);
    }
  }
  for (std::size_t i = 0; i < factors.size(); ++i) {  // x * (y << z) = (x * y) << z
    if (factors[i]->kind != Kind::Shl) continue;
    const Term shift = factors[i];
    Term rest = constant(coefficient, width);
    factors[i] = shift->operands[0];
    for (const Term factor : factors) rest = product(rest, factor);
    return shift_left(rest, shift->operands[1]);
  }
  std::sort(factors.begin(), factors.end(), by_id);
  return scale(make(Kind::Mul, width, std::move(factors)), coefficient);
}

// Unsigned division by a constant above one.
Term TermStore::Impl::divide_by_constant(Term a, Bits divisor, bool want_remainder) {
  const unsigned width = a.width();
  if (cell(a).high_bound < divisor) return want_remainder ? a : constant(0, width);
  Linear linear{width, 0, {}};
  linear.add(a, 1);
  linear.normalise();
  const auto exact = exact_sum(linear, false);
  if (exact && bit_length(divisor) < 120) {  // (d·q + r) / d = q when 0 <= r < d
    const auto by = static_cast<SignedBits>(divisor);
    Linear quotient{width, 0, {}}, rest{width, static_cast<Bits>(exact->constant), {}};
    std::vector<IntegerSum::Part> left;
    for (const auto& part : exact->parts) {
      if (part.coefficient % by == 0) {
        quotient.add(part.atom, static_cast<Bits>(part.coefficient / by));
      } else {
        left.push_back(part);
        rest.add(part.atom, static_cast<Bits>(part.coefficient));
      }
    }
    const auto bounds = bounds_of(left, exact->constant);
    if (bounds && floor_divide(bounds->low, by) == floor_divide(bounds->high, by)) {
      const SignedBits whole = floor_divide(bounds->low, by);
      quotient.constant = static_cast<Bits>(whole);
      rest.constant -= static_cast<Bits>(whole * by);
      quotient.constant &= mask(width);
      rest.constant &= mask(width);
      return sum(want_remainder ? std::move(rest) : std::move(quotient));
    }
  }
  if ((divisor & (divisor - 1)) == 0) {
    const unsigned by = bit_length(divisor) - 1;
    return extend(want_remainder ? extract(a, 0, by) : extract(a, by, width - by), width, false);
  }
  // Comparing a quotient that has two possible values shows on which side of a multiple the dividend is.
  const Bits low = cell(a).low_bound / divisor, high = cell(a).high_bound / divisor;
  if (high == low + 1 && !want_remainder)
    return choose(less(a, constant(high * divisor, width), false), constant(low, width),
                  constant(high, width));
  const unsigned needed = std::max(bit_length(cell(a).high_bound), bit_length(divisor));
  if (needed < width)
    return extend(divide_by_constant(extract(a, 0, needed), divisor, want_remainder), width, false);
  if (!want_remainder && a->kind == Kind::UDiv && is_constant(a->operands[1])) {
    Bits both = 0;
    const bool wraps = __builtin_mul_overflow(divisor, a->operands[1]->value, &both) || both > mask(width);
    return wraps ? constant(0, width) : divide_by_constant(a->operands[0], both, false);
  }
  return make(want_remainder ? Kind::URem : Kind::UDiv, width, {a, constant(divisor, width)});
}

Term TermStore::Impl::divide(Term a, Term b) {
  if (is_constant(b)) {
    if (b->value == 0) return constant(mask(a.width()), a.width());
    return b->value == 1 ? a : divide_by_constant(a, b->value, false);
  }
  if (cell(a).high_bound < cell(b).low_bound) return constant(0, a.width());
  return make(Kind::UDiv, a.width(), {a, b});
}

Term TermStore::Impl::remainder(Term a, Term b) {
  if (is_constant(b)) {
    if (b->value == 0) return a;
    return b->value == 1 ? constant(0, a.width()) : divide_by_constant(a, b->value, true);
  }
  if (a == b) return constant(0, a.width());
  if (cell(a).high_bound < cell(b).low_bound) return a;
  return make(Kind::URem, a.width(), {a, b});
}

namespace {

// Returns the number of bits in which two's complement represents every value in the interval.
unsigned signed_length(const Interval& bounds) {
  const auto of = [](SignedBits value) { return bit_length(static_cast<Bits>(value < 0 ? ~value : value)); };
  return std::max(of(bounds.low), of(bounds.high)) + 1;
}

}  // namespace

// Signed division by a positive number is done in fewer bits if its operands need only few. Returns nothing
// if all bits are needed.
Term TermStore::Impl::signed_division_in_few_bits(Term a, Term b, bool want_remainder) {
  if (cell(b).signed_bounds.low <= 0) return {};
  const unsigned needed =
      std::max(signed_length(cell(a).signed_bounds), signed_length(cell(b).signed_bounds));
  if (needed >= a.width()) return {};
  const Term x = extract(a, 0, needed), y = extract(b, 0, needed);
  return extend(want_remainder ? signed_remainder(x, y) : signed_divide(x, y), a.width(), true);
}

Term TermStore::Impl::signed_divide(Term a, Term b) {
  const unsigned width = a.width();
  if (cell(a).signed_bounds.low >= 0 && cell(b).signed_bounds.low >= 0) return divide(a, b);
  if (is_constant(a) && is_constant(b)) {
    const Bits values[] = {a->value, b->value};
    return constant(operation_value(Node{Kind::SDiv, a->width, 0, 0, 0, {}, {a, b}}, values), width);
  }
  if (is_constant(b) && b->value == mask(width)) return scale(a, mask(width));
  if (is_constant(b) && cell(b).signed_bounds.low > 0) {  // (d·q) / d = q
    Linear linear{width, 0, {}};
    linear.add(a, 1);
    linear.normalise();
    const auto by = static_cast<SignedBits>(b->value);
    if (const auto exact = exact_sum(linear, true); exact && exact->constant % by == 0) {
      Linear quotient{width, static_cast<Bits>(exact->constant / by) & mask(width), {}};
      bool divides = true;
      for (const auto& part : exact->parts) {
        divides = divides && part.coefficient % by == 0;
        quotient.add(part.atom, static_cast<Bits>(part.coefficient / by));
      }
      if (divides) return sum(std::move(quotient));
    }
    // Comparing a quotient that has two possible values shows on which side of a bound the dividend is.
    const auto [low, high] = cell(a).signed_bounds;
    if (high / by == low / by + 1) {
      // The start of the range for the larger quotient.
      const SignedBits from = high / by > 0 ? high / by * by : low / by * by + 1;
      return choose(less(a, constant(static_cast<Bits>(from) & mask(width), width), true),
                    constant(static_cast<Bits>(low / by) & mask(width), width),
                    constant(static_cast<Bits>(high / by) & mask(width), width));
    }
  }
  if (const Term few = signed_division_in_few_bits(a, b, false)) return few;
  return make(Kind::SDiv, width, {a, b});
}

Term TermStore::Impl::signed_remainder(Term a, Term b) {
  const unsigned width = a.width();
  if (cell(a).signed_bounds.low >= 0 && cell(b).signed_bounds.low >= 0) return remainder(a, b);
  if (is_constant(a) && is_constant(b)) {
    const Bits values[] = {a->value, b->value};
    return constant(operation_value(Node{Kind::SRem, a->width, 0, 0, 0, {}, {a, b}}, values), width);
  }
  if (a == b || (is_constant(b) && (b->value == 1 || b->value == mask(width)))) return constant(0, width);
  if (const Term few = signed_division_in_few_bits(a, b, true)) return few;
  return make(Kind::SRem, width, {a, b});
}

}  // namespace launchproof::smt
