#include "verify/smt/questions/flattened.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "verify/smt/arithmetic/polynomial.h"
#include "verify/smt/questions/question.h"
#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

constexpr std::size_t kMostCandidates = 4;  // number of radices that are tried for one polynomial
constexpr unsigned kMostDigits = 12;        // number of digits into which one equality is decomposed
constexpr unsigned kWidest = 120;           // width of new terms; widths are at most 128
constexpr std::size_t kMostDivisions = 6;   // number of divisions of one kind whose pairs are checked

bool is_product(Term term) {
  return term.kind() == Kind::Mul && std::count_if(term->operands.begin(), term->operands.end(),
                                                   [](Term t) { return !t.is_constant(); }) > 1;
}

bool holds_product(Term root) {
  bool found = false;
  Marks marks;
  visit_operands_first(root, marks, [&](Term term) { found = found || is_product(term); });
  return found;
}

// Returns the operand of a zero extension.
Term core(Term term) {
  while (term.kind() == Kind::ZeroExtend) term = term->operands[0];
  return term;
}

std::vector<Term> split_conjunction(Term all) {
  if (all.kind() == Kind::And) return all->operands;
  return {all};
}

// Bounds of terms that conjuncts state, keyed by the term without extensions.
class StatedBounds {
 public:
  StatedBounds(TermStore& store, const std::vector<Term>& conjuncts) : d_store(store) {
    for (const Term conjunct : conjuncts) {
      const bool denied = conjunct.kind() == Kind::Not;
      const Term order = denied ? conjunct->operands[0] : conjunct;
      if (denied && order.kind() == Kind::Eq) {
        for (const std::size_t side : {0U, 1U}) {
          const Term zero = order->operands[1 - side];
          if (zero.is_constant() && zero->value == 0) raise(order->operands[side], 1);
        }
      }
      if (order.kind() != Kind::Ult && order.kind() != Kind::Slt) continue;
      const Term a = order->operands[0], b = order->operands[1];
      if (denied)
        read(b, a, false, order.kind() == Kind::Slt);
      else
        read(a, b, true, order.kind() == Kind::Slt);
    }
  }

  Bits high(Term term) {
    const auto known = d_high.find(core(term));
    Bits own = d_store.unsigned_range(term).high;
    if (known != d_high.end()) own = std::min(own, known->second);
    const Term inner = core(term);
    if (inner.kind() == Kind::UDiv && low(inner->operands[1]) > 0)
      own = std::min(own, d_store.unsigned_range(inner->operands[0]).high / low(inner->operands[1]));
    if (inner.kind() == Kind::URem && low(inner->operands[1]) > 0)
      own = std::min(own, d_store.unsigned_range(inner->operands[1]).high - 1);
    return own;
  }
  Bits low(Term term) {
    const auto known = d_low.find(core(term));
    const Bits own = d_store.unsigned_range(term).low;
    return known == d_low.end() ? own : std::max(own, known->second);
  }

 private:
  // small < large, or small <= large.
  void read(Term small, Term large, bool strict, bool is_signed) {
    const TermStore::Range below = d_store.unsigned_range(small), above = d_store.unsigned_range(large);
    Bits top = above.high;
    if (is_signed) {
      // Without signs, both compare as unsigned; a negative number is not above a non-negative one.
      const Bits largest = sign_bit(small.width()) - 1;
      if (below.high > largest) return;
      top = std::min(top, largest);
    }
    if (strict) --top;  // it is not 0: nothing is below 0
    const auto [high, is_new] = d_high.try_emplace(core(small), top);
    if (!is_new) high->second = std::min(high->second, top);
    if (is_signed && above.high > sign_bit(small.width()) - 1) return;
    const Bits bottom = below.low + (strict ? 1 : 0);
    raise(large, bottom);
  }
  void raise(Term term, Bits bottom) {
    const auto [low, fresh] = d_low.try_emplace(core(term), bottom);
    if (!fresh) low->second = std::max(low->second, bottom);
  }

  TermStore& d_store;
  std::unordered_map<Term, Bits> d_high, d_low;
};

// Simplifies comparisons with constants that the bounds settle: `divisor = 0` if 3 <= divisor.
std::vector<Term> settled(TermStore& store, const std::vector<Term>& conjuncts) {
  StatedBounds bounds(store, conjuncts);
  std::vector<Term> result;
  for (const Term conjunct : conjuncts) {
    // The conjunct that states the bounds is kept.
    const Term order = conjunct.kind() == Kind::Not ? conjunct->operands[0] : conjunct;
    const bool plain = std::all_of(order->operands.begin(), order->operands.end(), [](Term operand) {
      return core(operand).kind() == Kind::BvVar || operand.is_constant();
    });
    if (plain) {
      result.push_back(conjunct);
      continue;
    }
    result.push_back(store.substitute(conjunct, [&](Term term) {
      if (term.kind() != Kind::Eq || term->operands[0].width() == 0) return Term();
      for (const int side : {0, 1}) {
        const Term value = term->operands[static_cast<std::size_t>(side)];
        const Term variable = term->operands[static_cast<std::size_t>(1 - side)];
        if (!value.is_constant() || core(variable).kind() != Kind::BvVar) continue;
        if (value->value < bounds.low(variable) || value->value > bounds.high(variable))
          return store.false_();
      }
      return Term();
    }));
  }
  return split_conjunction(store.and_(result));
}

class Splitter {
 public:
  Splitter(TermStore& store, const std::vector<Term>& conjuncts, const Refuter& refuted)
      : d_store(store), d_refuted(refuted), d_bounds(store, conjuncts) {
    // A solver would take long with conjuncts that hold products.
    for (const Term conjunct : conjuncts)
      if (!holds_product(conjunct)) d_side.push_back(conjunct);
  }

  // Returns the consequences of the equality; nothing if it could not be decomposed.
  std::optional<std::vector<Term>> split(Term equality) {
    const unsigned width = equality->operands[0].width();
    auto left = polynomial_of(equality->operands[0]);
    const auto right = polynomial_of(equality->operands[1]);
    if (!left || !right) return std::nullopt;
    Polynomial& difference = *left;
    for (const auto& [monomial, coefficient] : *right) difference[monomial] -= coefficient;
    for (auto& [monomial, coefficient] : difference)
      coefficient = to_signed(static_cast<Bits>(coefficient) & mask(width), width);
    std::erase_if(difference, [](const auto& entry) { return entry.second == 0; });
    // It is a multiple of 2^width; within these bounds only 0 is.
    const auto most = largest(difference);
    if (!most || *most > mask(width)) return std::nullopt;
    std::vector<Term> digits;
    d_taken = 0;
    zero(difference, digits);
    if (d_taken == 0) return std::nullopt;
    return digits;
  }

 private:
  // Returns the largest possible magnitude of the polynomial, or nothing if it is too large.
  std::optional<Bits> largest(const Polynomial& polynomial) {
    Bits positive = 0, negative = 0;
    for (const auto& [monomial, coefficient] : polynomial) {
      Bits high = coefficient < 0 ? -static_cast<Bits>(coefficient) : static_cast<Bits>(coefficient);
      for (const Term atom : monomial)
        if (__builtin_mul_overflow(high, d_bounds.high(atom), &high)) return std::nullopt;
      Bits& sum = coefficient < 0 ? negative : positive;
      if (__builtin_add_overflow(sum, high, &sum)) return std::nullopt;
    }
    const Bits most = std::max(positive, negative);
    return bit_length(most) >= kWidest ? std::nullopt : std::optional(most);
  }

  // Returns the sum of the monomials with positive (or negative) coefficients.
  Term side(const Polynomial& polynomial, bool positive, unsigned width) {
    Term sum = d_store.bv(0, width);
    for (const auto& [monomial, coefficient] : polynomial) {
      if ((coefficient > 0) != positive) continue;
      Term product = d_store.bv(static_cast<Bits>(positive ? coefficient : -coefficient), width);
      for (const Term atom : monomial) product = d_store.mul(product, fitted(atom, width));
      sum = d_store.add(sum, product);
    }
    return sum;
  }
  // Returns the atom in `width` bits, which hold its largest value (unless another factor is 0).
  Term fitted(Term atom, unsigned width) {
    return atom.width() > width ? d_store.trunc(atom, width) : d_store.zext(atom, width);
  }

  // Returns a width in which no sum of this polynomial, not even with `more` added, wraps around.
  std::optional<unsigned> room(const Polynomial& polynomial, Bits more = 0) {
    const auto most = largest(polynomial);
    Bits all = 0;
    if (!most || __builtin_add_overflow(*most, more, &all) || bit_length(all) >= kWidest) return std::nullopt;
    return bit_length(all) + 1;
  }

  // Omitting an equation only makes the consequences weaker.
  void equation(const Polynomial& polynomial, std::vector<Term>& into) {
    if (const auto width = room(polynomial))
      into.push_back(d_store.eq(side(polynomial, true, *width), side(polynomial, false, *width)));
  }

  // Returns whether |rest| < radix.
  bool below(const Polynomial& rest, Term radix) {
    const auto width = room(rest, d_bounds.high(radix));
    if (!width) return false;
    const Term positive = side(rest, true, *width), negative = side(rest, false, *width);
    const Term limit = fitted(radix, *width);
    std::vector<Term> question(d_side);
    question.push_back(d_store.or_(d_store.ule(d_store.add(negative, limit), positive),
                                   d_store.ule(d_store.add(positive, limit), negative)));
    return d_refuted(question);
  }

  // polynomial = 0, over the integers.
  void zero(Polynomial polynomial, std::vector<Term>& into) {
    divide_common(polynomial);
    const bool linear = std::all_of(polynomial.begin(), polynomial.end(),
                                    [](const auto& entry) { return entry.first.size() <= 1; });
    if (!linear && d_taken < kMostDigits) {
      for (const Term radix : candidates(polynomial)) {
        Polynomial above, rest;
        for (const auto& [monomial, coefficient] : polynomial) {
          const auto others = quotient(monomial, {radix});
          (others ? above : rest).emplace(others ? *others : monomial, coefficient);
        }
        if (!below(rest, radix)) continue;
        ++d_taken;
        zero(std::move(rest), into);
        zero(std::move(above), into);
        return;
      }
    }
    if (!polynomial.empty()) equation(polynomial, into);
  }

  // Divides by atoms that are not 0 and occur in every monomial.
  void divide_common(Polynomial& polynomial) {
    if (polynomial.empty()) return;
    for (const Term atom : Monomial(polynomial.begin()->first)) {
      if (d_bounds.low(atom) == 0) continue;
      Polynomial divided;
      for (const auto& [monomial, coefficient] : polynomial)
        if (const auto others = quotient(monomial, {atom})) divided.emplace(*others, coefficient);
      if (divided.size() < polynomial.size()) continue;
      polynomial = std::move(divided);
      ++d_taken;
    }
  }

  // Returns radices to try; those with the smallest remainders come first.
  static std::vector<Term> candidates(const Polynomial& polynomial) {
    std::map<std::uint32_t, std::pair<Term, std::size_t>> in;  // by id: the number of monomials that contain
                                                               // the atom
    for (const auto& [monomial, coefficient] : polynomial) {
      if (monomial.size() < 2) continue;
      std::set<std::uint32_t> seen;
      for (const Term atom : monomial)
        if (seen.insert(atom.id()).second) ++in.try_emplace(atom.id(), atom, 0).first->second.second;
    }
    std::vector<std::pair<Term, std::size_t>> order;
    for (const auto& [id, entry] : in)
      if (entry.second < polynomial.size()) order.push_back(entry);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first.id() < b.first.id();
    });
    std::vector<Term> result;
    for (const auto& [atom, count] : order)
      if (result.size() < kMostCandidates) result.push_back(atom);
    return result;
  }

  TermStore& d_store;
  const Refuter& d_refuted;
  StatedBounds d_bounds;
  std::vector<Term> d_side;
  unsigned d_taken = 0;
};

// x / d = y / d and x mod d = y mod d give x = y, for any d and in machine arithmetic.
void add_divisions(TermStore& store, std::vector<Term>& conjuncts) {
  for (const auto& [quotient, remainder] : {std::pair{Kind::UDiv, Kind::URem}, {Kind::SDiv, Kind::SRem}}) {
    std::vector<Term> divisions;
    std::set<std::pair<std::uint32_t, std::uint32_t>> remainders;
    Marks marks;
    for (const Term conjunct : conjuncts)
      visit_operands_first(conjunct, marks, [&](Term term) {
        if (term.kind() == quotient) divisions.push_back(term);
        if (term.kind() == remainder) remainders.emplace(term->operands[0].id(), term->operands[1].id());
      });
    if (divisions.size() > kMostDivisions) continue;
    for (std::size_t i = 0; i < divisions.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Term x = divisions[i]->operands[0], y = divisions[j]->operands[0];
        const Term d = divisions[i]->operands[1];
        if (d != divisions[j]->operands[1] || x.width() != y.width()) continue;
        if (!remainders.contains({x.id(), d.id()}) || !remainders.contains({y.id(), d.id()})) continue;
        const Term left = quotient == Kind::UDiv ? store.urem(x, d) : store.srem(x, d);
        const Term right = quotient == Kind::UDiv ? store.urem(y, d) : store.srem(y, d);
        conjuncts.push_back(store.implies(
            store.and_(store.eq(divisions[i], divisions[j]), store.eq(left, right)), store.eq(x, y)));
      }
  }
}

}  // namespace

bool has_products(std::span<const Term> conjuncts) {
  bool found = false;
  Marks marks;
  for (const Term conjunct : conjuncts)
    visit_operands_first(conjunct, marks, [&](Term term) {
      const bool divides = term.kind() == Kind::UDiv || term.kind() == Kind::SDiv ||
                           term.kind() == Kind::URem || term.kind() == Kind::SRem;
      found = found || is_product(term) || (divides && !term->operands[1].is_constant());
    });
  return found;
}

bool has_flattened(std::span<const Term> conjuncts) {
  return std::any_of(conjuncts.begin(), conjuncts.end(), [](Term conjunct) {
    return conjunct.kind() == Kind::Eq && conjunct->operands[0].width() != 0 && holds_product(conjunct);
  });
}

bool refute_flattened(TermStore& store, std::span<const Term> conjuncts, const Refuter& refuted) {
  if (!has_flattened(conjuncts)) return false;
  const Question reduced(store, conjuncts);
  const std::vector<Term> now = settled(store, reduced.conjuncts());
  if (now.front().is_false()) return true;
  if (!has_flattened(now)) return false;
  Splitter splitter(store, now, refuted);
  // Returns the consequences of `now` without the parts that contain products.
  std::vector<Term> consequences;
  bool any = false;
  for (const Term conjunct : now) {
    if (!holds_product(conjunct)) {
      consequences.push_back(conjunct);
    } else if (has_flattened(std::span(&conjunct, 1))) {
      const auto digits = splitter.split(conjunct);
      if (!digits) continue;
      any = true;
      consequences.insert(consequences.end(), digits->begin(), digits->end());
    }
  }
  if (!any) return false;
  add_divisions(store, consequences);
  const std::vector<Term> all = split_conjunction(store.and_(consequences));
  return all.front().is_false() || refuted(all);
}

}  // namespace launchproof::smt
