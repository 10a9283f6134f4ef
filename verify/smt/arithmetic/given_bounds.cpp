#include "verify/smt/arithmetic/given_bounds.h"

#include <algorithm>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

constexpr unsigned kWidestGiven = 64;

Bits largest_signed(unsigned width) {
  return sign_bit(width) - 1;
}

}  // namespace

GivenBounds::GivenBounds(TermStore& store, std::span<const Term> conjuncts,
                         std::function<bool(Term)> is_given)
    : d_store(store), d_is_given(std::move(is_given)) {
  // A conjunct that bounds nothing is usually the one to refute.
  std::vector<Term> bounding;
  for (const Term conjunct : conjuncts) (read_guard(conjunct) ? bounding : d_conjuncts).push_back(conjunct);
  d_conjuncts.insert(d_conjuncts.end(), bounding.rbegin(), bounding.rend());
  for (const auto& [term, guards] : d_guards) {
    if (term.kind() != Kind::Add && term.kind() != Kind::Mul) continue;
    if (auto polynomial = polynomial_of(term)) d_guarded_sums.emplace_back(term, std::move(*polynomial));
  }
  std::sort(d_guarded_sums.begin(), d_guarded_sums.end(), [](const auto& a, const auto& b) {
    return a.second.size() != b.second.size() ? a.second.size() > b.second.size()
                                              : a.first.id() < b.first.id();
  });
}

bool GivenBounds::is_given(Term term) {
  const auto known = d_given.find(term);
  if (known != d_given.end()) return known->second;
  visit_operands_first(
      term, [&](Term node) { return d_given.contains(node); },
      [&](Term node) {
        bool given = node.kind() != Kind::Apply;
        if (node.kind() == Kind::BvVar || node.kind() == Kind::BoolVar) given = d_is_given(node);
        for (const Term operand : node->operands) given = given && d_given.at(operand);
        d_given[node] = given;
      });
  return d_given.at(term);
}

bool GivenBounds::read_guard(Term conjunct) {
  const bool denied = conjunct.kind() == Kind::Not;
  const Term order = denied ? conjunct->operands[0] : conjunct;
  if (denied && order.kind() == Kind::Eq && order->operands[0].width() != 0) {
    for (const std::size_t side : {0U, 1U}) {
      const Term term = order->operands[side], other = order->operands[1 - side];
      if (is_given(other) && !is_given(term)) d_guards[term].push_back({other, false, false, false, true});
    }
    return false;
  }
  if (order.kind() != Kind::Ult && order.kind() != Kind::Slt) return false;
  const bool is_signed = order.kind() == Kind::Slt;
  const Term a = order->operands[0], b = order->operands[1];
  // a < b; negated: b <= a.
  if (is_given(a) == is_given(b)) return false;
  if (is_given(b))
    d_guards[a].push_back({b, !denied, !denied, is_signed});
  else
    d_guards[b].push_back({a, denied, !denied, is_signed});
  return true;
}

// If the polynomial contains a guarded sum, possibly multiplied, the sum becomes one atom.
void GivenBounds::fold_guarded_sums(Term sum, Polynomial& polynomial) {
  for (const auto& [guarded, inside] : d_guarded_sums) {
    if (guarded == sum || guarded.width() != sum.width() || inside.empty()) continue;
    const auto& [lead, lead_coefficient] = *inside.rbegin();
    const Polynomial before(polynomial);
    for (const auto& [monomial, coefficient] : before) {
      const auto others = quotient(monomial, lead);
      if (!others || coefficient % lead_coefficient != 0) continue;
      const SignedBits times = coefficient / lead_coefficient;
      const bool whole = std::all_of(inside.begin(), inside.end(), [&](const auto& part) {
        const auto found = polynomial.find(product(part.first, *others));
        return found != polynomial.end() && found->second == times * part.second;
      });
      if (!whole) continue;
      for (const auto& [part, part_coefficient] : inside) polynomial.erase(product(part, *others));
      polynomial[product(*others, {guarded})] += times;
    }
  }
}

const std::vector<GivenBounds::Part>* GivenBounds::parts_of(Term sum) {
  const auto known = d_parts.find(sum);
  if (known != d_parts.end()) return known->second ? &*known->second : nullptr;
  std::optional<std::vector<Part>>& parts = d_parts[sum];
  std::optional<Polynomial> polynomial = polynomial_of(sum);
  if (!polynomial) return nullptr;
  fold_guarded_sums(sum, *polynomial);
  parts.emplace();
  for (const auto& [monomial, coefficient] : *polynomial) {
    Monomial given, atoms;
    for (const Term atom : monomial) (is_given(atom) ? given : atoms).push_back(atom);
    auto part =
        std::find_if(parts->begin(), parts->end(), [&](const Part& other) { return other.atoms == atoms; });
    if (part == parts->end()) part = parts->insert(part, {std::move(atoms), {}});
    part->coefficient.emplace_back(std::move(given), coefficient);
  }
  return &*parts;
}

Bits GivenBounds::value(Term given) {
  const auto [place, is_new] = d_values.try_emplace(given, 0);
  if (is_new) place->second = d_model->evaluate(given);
  return place->second;
}

GivenBounds::Span GivenBounds::span(Term term) {
  if (is_given(term)) return {value(term), value(term)};
  const auto known = d_spans.find(term);
  if (known != d_spans.end()) return known->second;
  const TermStore::Range own = d_store.unsigned_range(term);
  Span result{own.low, own.high};
  d_spans[term] = result;             // in case the recursion comes back to it through a guarded sum
  bool lower = false, upper = false;  // bounded by guards
  const auto apply_guards = [&] {
    const auto guards = d_guards.find(term);
    if (guards == d_guards.end()) return;
    const unsigned width = term.width();
    // An upper bound of a signed number helps once it is known to be non-negative.
    for (const bool uppers : {false, true}) {
      for (const Guard& guard : guards->second) {
        if (guard.upper != uppers || guard.differs) continue;
        const SignedBits step = guard.strict ? 1 : 0;
        SignedBits limit = guard.is_signed ? to_signed(value(guard.limit), width)
                                           : static_cast<SignedBits>(value(guard.limit));
        limit += uppers ? -step : step;
        if (uppers) {
          if (guard.is_signed && result.high > largest_signed(width)) continue;
          upper = true;
          if (limit < 0)
            result = {1, 0};
          else
            result.high = std::min(result.high, static_cast<Bits>(limit));
        } else if (!guard.is_signed || limit >= 0) {
          if (guard.is_signed) result.high = std::min(result.high, largest_signed(width));
          result.low = std::max(result.low, static_cast<Bits>(limit));
          lower = true;
        }
        if (result.empty()) return;
      }
    }
    for (const Guard& guard : guards->second) {
      if (!guard.differs) continue;
      const Bits other = value(guard.limit);
      if (result.low == result.high && result.low == other)
        result = {1, 0};
      else if (result.high == other)
        --result.high;
      else if (result.low == other)
        ++result.low;
      if (result.empty()) return;
    }
  };
  if (term.width() <= kWidestGiven) {
    apply_guards();
    if (!result.empty() && !(d_guards_first && lower && upper)) {
      const Span more = computed(term);
      result = {std::max(result.low, more.low), std::min(result.high, more.high)};
      if (!result.empty()) apply_guards();
    }
  }
  if (result.empty()) d_impossible = true;
  d_spans[term] = result;
  return result;
}

GivenBounds::Span GivenBounds::computed(Term term) {
  const TermStore::Range own = d_store.unsigned_range(term);
  const Span otherwise{own.low, own.high};
  const auto operand = [&](std::size_t i) { return span(term->operands[i]); };
  const auto not_negative = [&](const Span& s) { return s.high <= largest_signed(term.width()); };
  switch (term.kind()) {
    case Kind::ZeroExtend:
      return operand(0);
    case Kind::SignExtend: {
      const Span inner = operand(0);
      return inner.high <= largest_signed(term->operands[0].width()) ? inner : otherwise;
    }
    case Kind::Extract: {
      if (term->low != 0) return otherwise;
      const Span inner = operand(0);
      return inner.high <= mask(term.width()) ? inner : otherwise;
    }
    case Kind::Add:
    case Kind::Mul:
      return summed(term, otherwise);
    case Kind::UDiv:
    case Kind::SDiv: {
      const Span x = operand(0), d = operand(1);
      const bool plain = term.kind() == Kind::UDiv || (not_negative(x) && not_negative(d));
      if (!plain || d.low == 0 || x.empty() || d.empty()) return otherwise;
      return {x.low / d.high, x.high / d.low};
    }
    case Kind::URem:
    case Kind::SRem: {
      const Span x = operand(0), d = operand(1);
      const bool plain = term.kind() == Kind::URem || (not_negative(x) && not_negative(d));
      if (!plain || d.low == 0 || x.empty() || d.empty()) return otherwise;
      if (x.high < d.low) return x;
      return {0, std::min(x.high, d.high - 1)};
    }
    case Kind::Ite: {
      const Term condition = term->operands[0];
      if (is_given(condition)) return operand(value(condition) != 0 ? 1 : 2);
      if (is_false(condition)) return operand(2);
      const Span a = operand(1), b = operand(2);
      return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    default:
      return otherwise;
  }
}

GivenBounds::Span GivenBounds::summed(Term sum, const Span& otherwise) {
  const std::vector<Part>* parts = parts_of(sum);
  if (parts == nullptr) return otherwise;
  SignedBits low = 0, high = 0;
  for (const Part& part : *parts) {
    SignedBits coefficient = 0;
    for (const auto& [given, constant] : part.coefficient) {
      SignedBits times = constant;
      for (const Term atom : given)
        if (__builtin_mul_overflow(times, to_signed(value(atom), atom.width()), &times)) return otherwise;
      if (__builtin_add_overflow(coefficient, times, &coefficient)) return otherwise;
    }
    SignedBits least = 1, most = 1;
    for (const Term atom : part.atoms) {
      const Span s = span(atom);
      if (s.empty()) return otherwise;
      if (__builtin_mul_overflow(least, static_cast<SignedBits>(s.low), &least) ||
          __builtin_mul_overflow(most, static_cast<SignedBits>(s.high), &most))
        return otherwise;
    }
    if (__builtin_mul_overflow(least, coefficient, &least) ||
        __builtin_mul_overflow(most, coefficient, &most))
      return otherwise;
    if (coefficient < 0) std::swap(least, most);
    if (__builtin_add_overflow(low, least, &low) || __builtin_add_overflow(high, most, &high))
      return otherwise;
  }
  // The sum is correct modulo 2^width, and within these bounds it is the value.
  if (low < 0 || high > static_cast<SignedBits>(mask(sum.width()))) return otherwise;
  return {static_cast<Bits>(low), static_cast<Bits>(high)};
}

bool GivenBounds::is_false_order(Term order, bool denied) {
  const Span a = span(order->operands[0]), b = span(order->operands[1]);
  if (a.empty() || b.empty()) return true;
  if (order.kind() == Kind::Slt) {
    const Bits most = largest_signed(order->operands[0].width());
    if (a.high > most || b.high > most) return false;
  }
  return denied ? a.high < b.low : a.low >= b.high;
}

bool GivenBounds::is_false(Term condition) {
  if (is_given(condition)) return value(condition) == 0;
  switch (condition.kind()) {
    case Kind::And:
      return std::any_of(condition->operands.begin(), condition->operands.end(),
                         [&](Term part) { return is_false(part); });
    case Kind::Or:
      return std::all_of(condition->operands.begin(), condition->operands.end(),
                         [&](Term part) { return is_false(part); });
    case Kind::Ult:
    case Kind::Slt:
      return is_false_order(condition, false);
    case Kind::Not: {
      const Term denied = condition->operands[0];
      const bool order = denied.kind() == Kind::Ult || denied.kind() == Kind::Slt;
      return order && is_false_order(denied, true);
    }
    case Kind::Eq: {
      if (condition->operands[0].width() == 0) return false;
      const Span a = span(condition->operands[0]), b = span(condition->operands[1]);
      return a.high < b.low || b.high < a.low;
    }
    default:
      return false;
  }
}

bool GivenBounds::refuted_by(Term conjunct) {
  // Evaluates each conjunct separately, so that only what it needs counts as used.
  d_spans.clear();
  d_values.clear();
  d_impossible = false;
  return is_false(conjunct) || d_impossible;
}

bool GivenBounds::refutes(const Model& given) {
  d_model = &given;
  for (const bool first : {true, false}) {
    d_guards_first = first;
    for (const Term conjunct : d_conjuncts) {
      if (!refuted_by(conjunct)) continue;
      for (const auto& [term, bits] : d_values)
        for (const Term variable : d_store.variables(term)) d_used.emplace(variable.id(), variable);
      return true;
    }
  }
  return false;
}

}  // namespace launchproof::smt
