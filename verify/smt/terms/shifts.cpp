#include "verify/smt/terms/shifts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

namespace launchproof::smt {
namespace {

class Rewriter {
 public:
  Rewriter(TermStore& store, std::span<const std::pair<Term, Term>> powers, bool has_quotients)
      : d_store(store), d_powers(powers), d_has_quotients(has_quotients) {}

  Term operator()(Term term) {
    if (d_powers.empty()) return term;
    return d_store.substitute(term, [this](Term part) { return replacement(part); });
  }

 private:
  Term resized(Term logarithm, unsigned width) {
    return d_store.trunc(d_store.zext(logarithm, std::max(width, logarithm.width())), width);
  }

  Term replacement(Term part) {
    for (const auto& [power, logarithm] : d_powers) {
      if (part == power) return shifted_one(d_store, power.width(), logarithm);
      if (part.kind() != Kind::Mul || part.width() != power.width()) continue;
      const auto found = std::ranges::find(part->operands, power);
      if (found == part->operands.end()) continue;
      Term rest = d_store.bv(1, part.width());
      for (auto one = part->operands.begin(); one != part->operands.end(); ++one)
        if (one != found) rest = d_store.mul(rest, (*this)(*one));
      return d_store.shl(rest, resized(logarithm, part.width()));
    }
    return d_has_quotients ? quotient(part) : Term();
  }

  static std::optional<unsigned> exponent(Term term) {
    if (term.kind() != Kind::BvConst || std::popcount(static_cast<std::uint64_t>(term->value)) != 1 ||
        term->value != static_cast<std::uint64_t>(term->value))
      return std::nullopt;
    return std::countr_zero(static_cast<std::uint64_t>(term->value));
  }

  // Returns by how many bits a division by the divisor shifts. Requires that the divisor is not zero.
  std::optional<Term> amount(Term divisor) {
    unsigned more = 0;
    Term shifted = divisor;
    if (divisor.kind() == Kind::Mul && divisor->operands.size() == 2) {
      const bool is_first = divisor->operands[0].kind() == Kind::BvConst;
      const auto factor = exponent(divisor->operands[is_first ? 0 : 1]);
      if (!factor) return std::nullopt;
      more = *factor;
      shifted = divisor->operands[is_first ? 1 : 0];
    }
    if (shifted.kind() != Kind::Shl) return std::nullopt;
    const auto factor = exponent(shifted->operands[0]);
    if (!factor) return std::nullopt;
    return d_store.add(shifted->operands[1], d_store.bv(*factor + more, divisor.width()));
  }

  Term quotient(Term part) {
    const Kind kind = part.kind();
    const bool divides = kind == Kind::UDiv || kind == Kind::SDiv;
    if (!divides && kind != Kind::URem && kind != Kind::SRem) return {};
    const unsigned width = part.width();
    constexpr unsigned kLeast = 8;  // sums of amounts do not wrap
    if (width < kLeast) return {};
    const Term of = (*this)(part->operands[0]), by = (*this)(part->operands[1]);
    const auto bits = amount(by);
    if (!bits) return {};
    const Term zero = d_store.bv(0, width);
    const Term plain =
        divides ? d_store.lshr(of, *bits) : d_store.bvand(of, d_store.sub(by, d_store.bv(1, width)));
    const bool is_signed = kind == Kind::SDiv || kind == Kind::SRem;
    Term applies = d_store.distinct(by, zero);
    if (is_signed)
      applies = d_store.and_(
          std::array{applies, d_store.not_(d_store.slt(of, zero)), d_store.not_(d_store.slt(by, zero))});
    const std::array operands{of, by};
    return d_store.ite(
        applies, plain,
        d_store.apply(divides ? "shifts.other.quotient" : "shifts.other.remainder", operands, width));
  }

  TermStore& d_store;
  std::span<const std::pair<Term, Term>> d_powers;
  bool d_has_quotients;
};

}  // namespace

Term shifted_one(TermStore& store, unsigned width, Term logarithm) {
  return store.shl(store.bv(1, width),
                   store.trunc(store.zext(logarithm, std::max(width, logarithm.width())), width));
}

Term by_shifts(TermStore& store, Term term, std::span<const std::pair<Term, Term>> powers) {
  return Rewriter(store, powers, false)(term);
}

Term by_shifts_and_masks(TermStore& store, Term term, std::span<const std::pair<Term, Term>> powers) {
  return Rewriter(store, powers, true)(term);
}

}  // namespace launchproof::smt
