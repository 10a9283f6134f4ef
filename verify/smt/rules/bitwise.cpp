// Bitwise operations and shifts.
#include <algorithm>

#include "verify/smt/terms/by_id.h"
#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

// A single bit that represents a Boolean: a constant, or ite(c, 1, 0) and ite(c, 0, 1).
bool is_boolean_bit(Term term) {
  return is_constant(term) ||
         (term->kind == Kind::Ite && is_constant(term->operands[1]) && is_constant(term->operands[2]));
}

}  // namespace

Term TermStore::Impl::complement(Term a) {
  const unsigned width = a.width();
  if (is_constant(a)) return constant(~a->value, width);
  if (a->kind == Kind::BvNot) return a->operands[0];
  if (a->kind == Kind::Add || is_multiple(a)) {  // -1 - a
    Linear linear{width, mask(width), {}};
    linear.add(a, mask(width));
    return sum(std::move(linear));
  }
  if (a->kind == Kind::Ite && is_boolean_bit(a)) {
    return choose(a->operands[0], complement(a->operands[1]), complement(a->operands[2]));
  }
  return make(Kind::BvNot, width, {a});
}

// x ∧ constant, if the constant is a single run of ones, all zeros or all ones. Returns null otherwise.
Term TermStore::Impl::masked(Term a, Bits bits) {
  const unsigned width = a.width();
  const Bits possible = mask(bit_length(cell(a).high_bound)) & ~mask(cell(a).zeros);
  if ((possible & ~bits) == 0) return a;
  if ((possible & bits) == 0) return constant(0, width);
  const unsigned low = count_trailing_zeros(bits, width);
  const Bits run = bits >> low;
  if ((run & (run + 1)) != 0) return {};
  return scale(extend(extract(a, low, bit_length(run)), width, false), Bits{1} << low);
}

Term TermStore::Impl::bitwise_booleans(Kind kind, const std::vector<Term>& operands) {
  std::vector<Term> bits;
  for (const Term operand : operands) {
    if (!is_boolean_bit(operand)) return {};
    if (is_constant(operand))
      bits.push_back(boolean(operand->value != 0));
    else
      bits.push_back(operand->operands[1]->value != 0 ? operand->operands[0] : negate(operand->operands[0]));
  }
  Term result;
  if (kind == Kind::BvAnd) {
    result = conjunction(std::move(bits));
  } else if (kind == Kind::BvOr) {
    result = disjunction(std::move(bits));
  } else {
    result = d_false;
    for (const Term bit : bits) result = negate(same(result, bit));
  }
  return choose(result, constant(1, 1), constant(0, 1));
}

Term TermStore::Impl::bitwise(Kind kind, Term a, Term b) {
  const unsigned width = a.width();
  const unsigned length_a = bit_length(cell(a).high_bound), length_b = bit_length(cell(b).high_bound);
  if (length_a <= cell(b).zeros || length_b <= cell(a).zeros) {  // no common bits
    return kind == Kind::BvAnd ? constant(0, width) : plus(a, b);
  }
  const unsigned needed = kind == Kind::BvAnd ? std::min(length_a, length_b) : std::max(length_a, length_b);
  if (needed < width && d_depth < kPushDepth) {
    const Deeper deeper(d_depth);
    return extend(bitwise(kind, extract(a, 0, needed), extract(b, 0, needed)), width, false);
  }
  const Bits all = mask(width);
  Bits fixed = kind == Kind::BvAnd ? all : 0;
  std::vector<Term> operands;
  const auto take = [&](Term term) {
    if (is_constant(term)) {
      if (kind == Kind::BvAnd)
        fixed &= term->value;
      else if (kind == Kind::BvOr)
        fixed |= term->value;
      else
        fixed ^= term->value;
    } else if (kind == Kind::BvXor && term->kind == Kind::BvNot) {
      fixed ^= all;
      operands.push_back(term->operands[0]);
    } else {
      operands.push_back(term);
    }
  };
  for (const Term side : {a, b}) {
    if (side->kind == kind)
      std::for_each(side->operands.begin(), side->operands.end(), take);
    else
      take(side);
  }
  std::sort(operands.begin(), operands.end(), by_id);
  if (kind == Kind::BvXor) {  // pairs cancel
    std::vector<Term> kept;
    for (const Term operand : operands) {
      if (!kept.empty() && kept.back() == operand)
        kept.pop_back();
      else
        kept.push_back(operand);
    }
    operands.swap(kept);
    if (fixed == all && !operands.empty()) {
      const Term rest = operands.size() == 1 ? operands[0] : make(Kind::BvXor, width, std::move(operands));
      return complement(rest);
    }
  } else {
    operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
    const Bits absorbing = kind == Kind::BvAnd ? 0 : all;
    if (fixed == absorbing) return constant(fixed, width);
    for (const Term operand : operands) {
      if (operand->kind == Kind::BvNot &&
          std::binary_search(operands.begin(), operands.end(), operand->operands[0], by_id)) {
        return constant(absorbing, width);
      }
    }
  }
  const bool neutral = fixed == (kind == Kind::BvAnd ? all : 0);
  if (operands.empty()) return constant(fixed, width);
  if (operands.size() == 1 && neutral) return operands[0];
  if (operands.size() == 1 && kind == Kind::BvAnd) {
    if (const Term result = masked(operands[0], fixed)) return result;
  }
  if (!neutral) operands.insert(operands.begin(), constant(fixed, width));
  if (width == 1) {
    if (const Term result = bitwise_booleans(kind, operands)) return result;
  }
  return make(kind, width, std::move(operands));
}

Term TermStore::Impl::shift_left(Term a, Term b) {
  const unsigned width = a.width();
  if (cell(b).low_bound >= width) return constant(0, width);
  if (is_constant(b)) return scale(a, Bits{1} << static_cast<unsigned>(b->value));
  if (is_constant(a) && a->value != 1) return scale(shift_left(constant(1, width), b), a->value);
  if (is_multiple(a)) return scale(shift_left(a->operands[1], b), a->operands[0]->value);
  if (b->kind == Kind::Add && is_constant(b->operands.back())) {  // x << (y + k) = (x << y)·2ᵏ
    Linear amount{width, 0, {}};
    amount.add(b, 1);
    amount.normalise();
    const auto exact = exact_sum(amount, false);
    if (exact && exact->constant > 0 && exact->bounds.low >= exact->constant) {
      if (exact->constant >= static_cast<SignedBits>(width)) return constant(0, width);
      amount.constant = 0;
      return scale(shift_left(a, sum(std::move(amount))), Bits{1} << static_cast<unsigned>(exact->constant));
    }
  }
  return make(Kind::Shl, width, {a, b});
}

Term TermStore::Impl::shift_right(Term a, Term b, bool is_signed) {
  const unsigned width = a.width();
  is_signed = is_signed && cell(a).signed_bounds.low < 0;
  if (cell(b).low_bound >= width)
    return is_signed ? extend(extract(a, width - 1, 1), width, true) : constant(0, width);
  if (is_constant(b)) {
    const auto by = static_cast<unsigned>(b->value);
    return extend(extract(a, by, width - by), width, is_signed);
  }
  if (is_constant(a) && (a->value == 0 || (is_signed && a->value == mask(width)))) return a;
  return make(is_signed ? Kind::AShr : Kind::LShr, width, {a, b});
}

}  // namespace launchproof::smt
