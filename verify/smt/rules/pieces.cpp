// Extraction, concatenation and extension. Constant shifts, masks and divisions by powers of two are reduced
// to these.
#include <algorithm>

#include "verify/smt/terms/store.h"

namespace launchproof::smt {
namespace {

SignedBits floor_shift(SignedBits value, unsigned by) {
  return value >> by;
}

std::uint64_t key(Term term, unsigned a, unsigned b) {
  return (static_cast<std::uint64_t>(term.id()) << 32) | (a << 16) | b;
}

}  // namespace

Term TermStore::Impl::extract(Term a, unsigned low, unsigned width) {
  if (width == a.width()) return a;
  if (is_constant(a)) return constant(a->value >> low, width);
  const auto known = d_extracts.find(key(a, low, width));
  if (known != d_extracts.end()) return known->second;
  Term result;
  if (d_depth < kPushDepth) {
    const Deeper deeper(d_depth);
    result = extract_pushed(a, low, width);
  }
  if (!result) result = make(Kind::Extract, width, {a}, low);
  d_extracts.emplace(key(a, low, width), result);
  return result;
}

Term TermStore::Impl::extract_pushed(Term a, unsigned low, unsigned width) {
  const unsigned length = bit_length(cell(a).high_bound);
  if (low >= length || low + width <= cell(a).zeros) return constant(0, width);
  if (low + width > length) return extend(extract(a, low, length - low), width, false);
  switch (a->kind) {
    case Kind::Extract:
      return extract(a->operands[0], a->low + low, width);
    case Kind::ZeroExtend:
      return extract(a->operands[0], low, width);  // bits beyond it were handled above
    case Kind::SignExtend: {
      const Term inner = a->operands[0];
      if (low >= inner.width()) return extend(extract(inner, inner.width() - 1, 1), width, true);
      const unsigned inside = std::min(width, inner.width() - low);
      return extend(extract(inner, low, inside), width, true);
    }
    case Kind::Concat: {
      std::vector<Term> parts;
      unsigned above = a.width();
      for (const Term part : a->operands) {
        const unsigned bottom = above - part.width();
        const unsigned from = std::max(low, bottom), to = std::min(low + width, above);
        if (from < to) parts.push_back(extract(part, from - bottom, to - from));
        above = bottom;
      }
      return concatenate(parts);
    }
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor: {
      Term result;
      for (const Term operand : a->operands) {
        const Term part = extract(operand, low, width);
        result = result ? bitwise(a->kind, result, part) : part;
      }
      return result;
    }
    case Kind::BvNot:
      return complement(extract(a->operands[0], low, width));
    case Kind::Ite:
      if (is_constant(a->operands[1]) || is_constant(a->operands[2])) {
        return choose(a->operands[0], extract(a->operands[1], low, width),
                      extract(a->operands[2], low, width));
      }
      return {};
    case Kind::Add:
    case Kind::Mul:
      if (low != 0) return extract_from_sum(a, low, width);
      if (a->kind == Kind::Add) {
        Linear linear{width, 0, {}};
        for (const Term part : a->operands) linear.add(extract(part, 0, width), 1);
        return sum(std::move(linear));
      }
      {
        Term result = constant(1, width);
        for (const Term factor : a->operands) result = product(result, extract(factor, 0, width));
        return result;
      }
    default:
      return {};
  }
}

// Bits [low, low + width) of 2ˡᵒʷ·q + r are those of q, from 0, if 0 <= r < 2ˡᵒʷ.
Term TermStore::Impl::extract_from_sum(Term a, unsigned low, unsigned width) {
  Linear linear{a.width(), 0, {}};
  linear.add(a, 1);
  linear.normalise();
  Linear rest{a.width(), linear.constant, {}}, quotient{width, 0, {}};
  std::vector<std::pair<Term, Bits>> whole;
  for (const auto& [atom, coefficient] : linear.terms) {
    if ((coefficient & mask(low)) == 0)
      whole.emplace_back(atom, coefficient >> low);
    else
      rest.terms.emplace_back(atom, coefficient);
  }
  if (whole.empty()) return {};
  for (const bool signed_coefficients : {true, false}) {
    const auto left = integer_sum(rest, signed_coefficients);
    if (!left || floor_shift(left->bounds.low, low) != floor_shift(left->bounds.high, low)) continue;
    for (const auto& [atom, coefficient] : whole) quotient.add(extract(atom, 0, width), coefficient);
    quotient.constant =
        (quotient.constant + static_cast<Bits>(floor_shift(left->bounds.low, low))) & mask(width);
    return sum(std::move(quotient));
  }
  return {};
}

Term TermStore::Impl::concatenate(const std::vector<Term>& parts) {
  unsigned width = 0;
  std::vector<Term> flat;
  const auto push = [&](Term part) {
    if (!flat.empty()) {
      const Term last = flat.back();
      if (is_constant(last) && is_constant(part)) {
        flat.back() = constant((last->value << part.width()) | part->value, last.width() + part.width());
        return;
      }
      const bool piece_of_same = last->kind == Kind::Extract && part->kind == Kind::Extract &&
                                 last->operands[0] == part->operands[0] &&
                                 last->low == part->low + part->width;
      if (piece_of_same) {
        flat.back() = extract(last->operands[0], part->low, last.width() + part.width());
        return;
      }
    }
    flat.push_back(part);
  };
  for (const Term part : parts) {
    width += part.width();
    if (part->kind == Kind::Concat) {
      std::for_each(part->operands.begin(), part->operands.end(), push);
    } else if (part->kind == Kind::ZeroExtend) {
      push(constant(0, part.width() - part->operands[0].width()));
      push(part->operands[0]);
    } else {
      push(part);
    }
  }
  if (flat.size() == 1) return flat.front();
  if (is_constant(flat.front()) && flat.front()->value == 0) {
    return extend(concatenate({flat.begin() + 1, flat.end()}), width, false);
  }
  if (is_constant(flat.back()) && flat.back()->value == 0) {
    const unsigned by = flat.back().width();
    flat.pop_back();
    return scale(extend(concatenate(flat), width, false), Bits{1} << by);
  }
  return make(Kind::Concat, width, std::move(flat));
}

Term TermStore::Impl::extend(Term a, unsigned width, bool is_signed) {
  if (width == a.width()) return a;
  if (is_signed && cell(a).signed_bounds.low >= 0) is_signed = false;
  if (is_constant(a)) {
    return constant(is_signed ? static_cast<Bits>(to_signed(a->value, a.width())) : a->value, width);
  }
  const auto known = d_extends.find(key(a, width, is_signed ? 1 : 0));
  if (known != d_extends.end()) return known->second;
  Term result;
  if (d_depth < kPushDepth) {
    const Deeper deeper(d_depth);
    result = extend_pushed(a, width, is_signed);
  }
  if (!result) result = make(is_signed ? Kind::SignExtend : Kind::ZeroExtend, width, {a});
  d_extends.emplace(key(a, width, is_signed ? 1 : 0), result);
  return result;
}

Term TermStore::Impl::extend_pushed(Term a, unsigned width, bool is_signed) {
  switch (a->kind) {
    case Kind::ZeroExtend:
      return extend(a->operands[0], width, false);
    case Kind::SignExtend:
      if (is_signed) return extend(a->operands[0], width, true);
      return {};
    case Kind::Extract: {
      const Term inner = a->operands[0];
      if (a->low != 0) return {};
      if (!is_signed && bit_length(cell(inner).high_bound) <= a.width() && inner.width() <= width) {
        return extend(inner, width, false);
      }
      const Interval bounds = cell(inner).signed_bounds;
      const auto half = static_cast<SignedBits>(sign_bit(a.width()));
      if (is_signed && bounds.low >= -half && bounds.high < half) {
        return inner.width() <= width ? extend(inner, width, true) : extract(inner, 0, width);
      }
      return {};
    }
    case Kind::Ite:
      if (is_constant(a->operands[1]) && is_constant(a->operands[2])) {
        return choose(a->operands[0], extend(a->operands[1], width, is_signed),
                      extend(a->operands[2], width, is_signed));
      }
      return {};
    case Kind::Mul:
    case Kind::Add: {
      if (a->kind == Kind::Mul && !is_multiple(a)) {
        Bits high = 1;
        for (const Term factor : a->operands) {
          if (__builtin_mul_overflow(high, cell(factor).high_bound, &high)) return {};
        }
        if (is_signed || high > mask(a.width())) return {};
        Term result = constant(1, width);
        for (const Term factor : a->operands) result = product(result, extend(factor, width, false));
        return result;
      }
      Linear linear{a.width(), 0, {}};
      linear.add(a, 1);
      linear.normalise();
      const auto exact = exact_sum(linear, is_signed);
      if (!exact) return {};
      Linear wide{width, static_cast<Bits>(exact->constant) & mask(width), {}};
      for (const auto& part : exact->parts) {
        wide.add(extend(part.atom, width, part.is_signed), static_cast<Bits>(part.coefficient));
      }
      return sum(std::move(wide));
    }
    default:
      return {};
  }
}

}  // namespace launchproof::smt
