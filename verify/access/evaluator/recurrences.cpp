// Finds the recurrence of a loop-carried value.
#include <algorithm>
#include <bit>

#include "verify/access/evaluator/evaluator.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::access {

using model::LoopId;
using model::ValueId;
using smt::Bits;
using smt::Kind;
using smt::Term;

namespace {
constexpr unsigned kMostShift = 16;            // bits by which a shifted counter may move in an iteration
constexpr std::size_t kMostDegree = 4;         // of a polynomial
constexpr unsigned kMostDepth = 24;            // depth of a term that is read as a polynomial
constexpr std::size_t kLongestOrbit = 256;     // length of an orbit of numbers
constexpr std::size_t kLongestTermOrbit = 12;  // length of any other orbit
constexpr std::size_t kLargestState = 8;       // number of values that are carried together

Bits choices(std::size_t n, std::size_t k) {
  Bits result = 1;
  for (std::size_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}
}  // namespace

// Visits each term once per iteration, since large terms share most of their parts.
bool Evaluator::varies(const Arbitrary& arbitrary, Term term) {
  std::unordered_map<Term, bool>& known = arbitrary.varying;
  smt::visit_operands_first(
      term, [&](Term part) { return known.contains(part); },
      [&](Term part) {
        const bool is_variable = part.kind() == Kind::BoolVar || part.kind() == Kind::BvVar;
        const bool result =
            is_variable ? is_varying_variable(arbitrary, part)
                        : std::ranges::any_of(part->operands, [&](Term one) { return known.at(one); });
        known.insert_or_assign(part, result);
      });
  return known.at(term);
}

bool Evaluator::is_varying_variable(const Arbitrary& arbitrary, Term variable) {
  if (arbitrary.terms.contains(variable)) return true;
  const auto made = d_made_in.find(variable);
  if (made == d_made_in.end()) return false;
  for (EnvironmentId e = made->second; e != kOutside; e = d_context.environments.at(e).parent) {
    const Term counter = d_context.environments.at(e).counter;
    if (counter == arbitrary.here || (counter != variable && varies(arbitrary, counter))) return true;
  }
  return false;
}

// Sums and products of coefficients over binomials; truncation is a homomorphism, extension is not.
std::optional<std::vector<Term>> Evaluator::polynomial(const Arbitrary& arbitrary, const LoopSummary& summary,
                                                       Term term, unsigned depth) {
  using Coefficients = std::vector<Term>;
  if (term.width() == 0 || depth > kMostDepth) return std::nullopt;
  const unsigned width = term.width();
  if (!varies(arbitrary, term)) return Coefficients{term};
  const Term zero = d_store.bv(0, width);
  const Term one = d_store.bv(1, width);
  if (term == arbitrary.core || (term.kind() == Kind::ZeroExtend && term->operands[0] == arbitrary.core))
    return Coefficients{zero, one};
  for (const auto& [id, placeholder] : arbitrary.placeholders) {
    if (term != placeholder) continue;
    const Recurrence& known = summary.recurrences.at(id);
    if (known.form != Form::Polynomial && known.form != Form::Invariant) return std::nullopt;
    Coefficients result{value(known.initial, arbitrary.outer)};
    result.insert(result.end(), known.differences.begin(), known.differences.end());
    return result;
  }
  const auto add = [&](const Coefficients& a, const Coefficients& b) {
    Coefficients result(std::max(a.size(), b.size()), zero);
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = d_store.add(i < a.size() ? a[i] : zero, i < b.size() ? b[i] : zero);
    return result;
  };
  // C(k,i) C(k,j) = sum over m of C(m, i) C(i, m-j) C(k,m)
  const auto multiply = [&](const Coefficients& a, const Coefficients& b) {
    Coefficients result(a.size() + b.size() - 1, zero);
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j)
        for (std::size_t m = std::max(i, j); m <= i + j; ++m)
          result[m] = d_store.add(result[m], d_store.mul(d_store.bv(choices(m, i) * choices(i, m - j), width),
                                                         d_store.mul(a[i], b[j])));
    return result;
  };
  std::optional<Coefficients> result;
  switch (term.kind()) {
    case Kind::Add:
    case Kind::Mul:
      for (const Term operand : term->operands) {
        const auto next = polynomial(arbitrary, summary, operand, depth + 1);
        if (!next) return std::nullopt;
        if (!result)
          result = next;
        else
          result = term.kind() == Kind::Add ? add(*result, *next) : multiply(*result, *next);
        if (result->size() > kMostDegree + 1) return std::nullopt;
      }
      break;
    case Kind::Shl: {
      if (!term->operands[1].is_constant() || term->operands[1]->value >= width) return std::nullopt;
      result = polynomial(arbitrary, summary, term->operands[0], depth + 1);
      if (!result) return std::nullopt;
      for (Term& c : *result) c = d_store.shl(c, term->operands[1]);
      break;
    }
    case Kind::BvNot:  // -1 - x
      result = polynomial(arbitrary, summary, term->operands[0], depth + 1);
      if (!result) return std::nullopt;
      for (Term& c : *result) c = d_store.neg(c);
      result->front() = d_store.sub(result->front(), one);
      break;
    case Kind::Extract:
      if (term->low != 0) return std::nullopt;
      result = polynomial(arbitrary, summary, term->operands[0], depth + 1);
      if (!result) return std::nullopt;
      for (Term& c : *result) c = d_store.trunc(c, width);
      break;
    default:
      return std::nullopt;
  }
  while (result->size() > 1 && result->back() == zero) result->pop_back();
  return result;
}

Evaluator::Recurrence Evaluator::classify_power(const Arbitrary& arbitrary, Term now, Term next) {
  Recurrence result;
  const auto try_part = [&](Term part) {
    if (part.kind() != Kind::Mul || part->operands.size() != 2 || !part->operands[0].is_constant() ||
        part->operands[1] != now)
      return false;
    const Term rest = d_store.sub(next, part);
    if (varies(arbitrary, rest)) return false;
    result.form = Form::Power;
    result.ratio = part->operands[0]->value;
    result.step = rest;
    return true;
  };
  if (next.kind() != Kind::Add) {
    try_part(next);
  } else {
    for (const Term part : next->operands)
      if (try_part(part)) break;
  }
  return result;
}

Evaluator::Recurrence Evaluator::classify_modulo(const Arbitrary& arbitrary, Term now, Term next) {
  Recurrence result;
  if (next.kind() != Kind::URem && next.kind() != Kind::SRem) return result;
  const Term step = d_store.sub(next->operands[0], now);
  if (varies(arbitrary, step) || varies(arbitrary, next->operands[1])) return result;
  result.form = Form::Modulo;
  result.is_signed = next.kind() == Kind::SRem;
  result.step = step;
  result.modulus = next->operands[1];
  return result;
}

Evaluator::Recurrence Evaluator::classify_one(const Arbitrary& arbitrary, const LoopSummary& summary,
                                              Term now, Term next) {
  const unsigned width = now.width();
  Recurrence result;
  if (next == now) {
    result.form = Form::Invariant;
    return result;
  }
  if (width == 0) {
    if (next == d_store.not_(now)) result.form = Form::Toggle;
    return result;
  }
  if (const auto steps = polynomial(arbitrary, summary, d_store.sub(next, now))) {
    if (steps->size() <= kMostDegree) {
      result.form = Form::Polynomial;
      result.differences = *steps;
      return result;
    }
  }
  const auto fits = [&](Form form, Term step) {
    if (varies(arbitrary, step)) return false;
    result.form = form;
    result.step = step;
    return true;
  };
  if (fits(Form::Complement, d_store.add(next, now))) return result;
  if (fits(Form::Toggle, d_store.bvxor(next, now))) return result;
  for (unsigned bits = 1; bits <= kMostShift && bits < width; ++bits) {
    const Term amount = d_store.bv(bits, width);
    const Term divisor = d_store.bv(Bits{1} << bits, width);
    result.amount = bits;
    if (next == d_store.shl(now, amount))
      result.form = Form::ShiftLeft;
    else if (next == d_store.lshr(now, amount) || next == d_store.udiv(now, divisor))
      result.form = Form::ShiftRight;
    else if (next == d_store.ashr(now, amount))
      result.form = Form::ShiftRightSigned;
    else if (bits + 1 < width && next == d_store.sdiv(now, divisor))
      result.form = Form::DivideSigned;
    if (result.form != Form::Unknown) return result;
  }
  result = classify_power(arbitrary, now, next);
  if (result.form == Form::Unknown) result = classify_modulo(arbitrary, now, next);
  if (result.form == Form::Unknown && next.kind() == Kind::ZeroExtend) {
    const Term low = next->operands[0];
    const Term low_now = d_store.extract(now, 0, low.width());
    Recurrence narrow;
    if (low != low_now) narrow = classify_one(arbitrary, summary, low_now, low);
    if (low == low_now) narrow.form = Form::Invariant;
    if (narrow.form != Form::Unknown && narrow.form != Form::Modulo) {
      result.form = Form::Masked;
      result.step = d_store.bv(0, low.width());  // tells the width
      result.narrow = std::make_shared<const Recurrence>(std::move(narrow));
    }
  }
  return result;
}

Evaluator::Arbitrary Evaluator::arbitrary_iteration(LoopId loop, EnvironmentId outer, Term here) {
  Arbitrary arbitrary;
  arbitrary.loop = loop;
  arbitrary.outer = outer;
  arbitrary.here = here;
  arbitrary.core = here.kind() == Kind::ZeroExtend ? here->operands[0] : here;
  arbitrary.terms.insert(arbitrary.core);
  arbitrary.inside = d_context.environments.enter(outer, loop, here);
  return arbitrary;
}

void Evaluator::classify_deferred(LoopId loop, EnvironmentId outer) {
  LoopSummary& summary = d_summaries.at({loop, outer});
  for (auto& [id, recurrence] : summary.recurrences) recurrence.is_deferred = false;
  Arbitrary arbitrary = arbitrary_iteration(loop, outer, iteration(loop, outer));
  classify(arbitrary, summary);
}

// Values that decide nothing are deferred the first time.
void Evaluator::classify(Arbitrary& arbitrary, LoopSummary& summary) {
  const bool is_first = summary.recurrences.empty();
  const bool in_closed_form = d_arbitrary.at(arbitrary.inside);
  const model::Block& header = d_context.kernel.blocks[d_context.kernel.loops[arbitrary.loop].header];
  std::size_t from_latch = 0;
  std::size_t from_outside = 0;
  for (std::size_t i = 0; i < header.predecessors.size(); ++i)
    (d_context.graph.contains(arbitrary.loop, header.predecessors[i]) ? from_latch : from_outside) = i;
  for (const model::Phi& phi : header.phis) {
    Recurrence& recurrence = summary.recurrences[phi.value];
    recurrence.initial = phi.incoming[from_outside];
    recurrence.next = phi.incoming[from_latch];
    if (is_first) recurrence.is_deferred = !d_context.decides[phi.value];
    if (recurrence.is_deferred || (in_closed_form && recurrence.form != Form::Unknown)) continue;
    if (d_context.opaque[phi.value]) {
      arbitrary.terms.insert(arbitrary.opaque.emplace_back(header_phi(phi.value, arbitrary.inside)));
      continue;
    }
    const Term placeholder = header_phi(phi.value, arbitrary.inside);
    arbitrary.placeholders.emplace(phi.value, placeholder);
    arbitrary.terms.insert(placeholder);
  }
  arbitrary.varying.clear();
  for (const auto& [id, placeholder] : arbitrary.placeholders)
    arbitrary.next[id] = value(summary.recurrences.at(id).next, arbitrary.inside);
  // A step may be a value whose own recurrence is found later.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [id, placeholder] : arbitrary.placeholders) {
      Recurrence& recurrence = summary.recurrences.at(id);
      if (recurrence.form != Form::Unknown) continue;
      Recurrence found = classify_one(arbitrary, summary, placeholder, arbitrary.next.at(id));
      if (found.form == Form::Unknown) continue;
      found.initial = recurrence.initial;
      found.next = recurrence.next;
      if (found.form == Form::Modulo) {
        const Term first = value(found.initial, arbitrary.outer);
        found.second = d_store.substitute(arbitrary.next.at(id),
                                          [&](Term part) { return part == placeholder ? first : Term(); });
        if (!stays_modular(found)) continue;
      }
      recurrence = std::move(found);
      changed = true;
    }
  }
  if (is_first || in_closed_form) find_orbits(arbitrary, summary);
  find_previous(arbitrary, summary);
}

// Finds values that depend on the previous iteration only through values that already have closed forms.
void Evaluator::find_previous(const Arbitrary& arbitrary, LoopSummary& summary) {
  for (bool changed = true; changed;) {
    changed = false;
    std::unordered_map<Term, bool> is_open;  // term -> whether it depends on a value without a closed form
    for (const auto& [id, placeholder] : arbitrary.placeholders)
      if (summary.recurrences.at(id).form == Form::Unknown) is_open.emplace(placeholder, true);
    for (const Term placeholder : arbitrary.opaque) is_open.emplace(placeholder, true);
    for (const auto& [id, next] : arbitrary.next) {
      Recurrence& recurrence = summary.recurrences.at(id);
      if (recurrence.form != Form::Unknown) continue;
      smt::visit_operands_first(
          next, [&](Term part) { return is_open.contains(part); },
          [&](Term part) {
            is_open.emplace(part,
                            std::ranges::any_of(part->operands, [&](Term one) { return is_open.at(one); }));
          });
      if (is_open.at(next)) continue;
      recurrence.form = Form::Previous;
      changed = true;
    }
  }
}

void Evaluator::find_orbits(const Arbitrary& arbitrary, LoopSummary& summary) {
  for (const auto& [id, placeholder] : arbitrary.placeholders) {
    const Form form = summary.recurrences.at(id).form;
    if ((form == Form::Unknown || form == Form::Modulo) && d_context.decides[id])
      find_orbit(arbitrary, summary, id);
  }
}

// Finds values that depend on each other and on nothing else that varies, and whose joint state, followed
// from iteration 0, repeats (rotations of any values, or any function of numbers).
bool Evaluator::find_orbit(const Arbitrary& arbitrary, LoopSummary& summary, ValueId id) {
  std::vector<ValueId> state{id};
  for (std::size_t i = 0; i < state.size(); ++i) {
    for (const Term variable : d_store.variables(arbitrary.next.at(state[i]))) {
      ValueId from = model::kNone;
      for (const auto& [other, placeholder] : arbitrary.placeholders)
        if (variable == placeholder) from = other;
      if (from == model::kNone) {
        if (varies(arbitrary, variable)) return false;
        continue;
      }
      const Form form = summary.recurrences.at(from).form;
      if (form == Form::Polynomial && d_context.kernel.values[from].width > 8) return false;
      if (std::find(state.begin(), state.end(), from) == state.end()) state.push_back(from);
      if (state.size() > kLargestState) return false;
    }
  }
  std::vector<Term> now;
  now.reserve(state.size());
  for (const ValueId part : state)
    now.push_back(value(summary.recurrences.at(part).initial, arbitrary.outer));
  // Recurring terms do not grow much on the way. Terms of a random number generator grow with each step.
  std::vector<Term> steps;
  steps.reserve(state.size());
  for (const ValueId part : state) steps.push_back(arbitrary.next.at(part));
  const std::size_t most_nodes = smt::nodes_of(now) + 2 * smt::nodes_of(steps);
  std::vector<std::vector<Term>> history;
  for (;;) {
    const auto earlier = std::find(history.begin(), history.end(), now);
    if (earlier != history.end()) {
      for (std::size_t i = 0; i < state.size(); ++i) {
        Recurrence& recurrence = summary.recurrences.at(state[i]);
        if (recurrence.form != Form::Unknown && recurrence.form != Form::Modulo) continue;
        recurrence.form = Form::Orbit;
        recurrence.period = static_cast<std::size_t>(history.end() - earlier);
        for (const auto& past : history) recurrence.listed.push_back(past[i]);
      }
      return true;
    }
    const bool numbers = std::all_of(now.begin(), now.end(), [](Term term) { return term.is_constant(); });
    if (history.size() >= (numbers ? kLongestOrbit : kLongestTermOrbit)) return false;
    if (!numbers && smt::nodes_of(now) > most_nodes) return false;
    d_lowering.keep_time();
    history.push_back(now);
    const auto at = [&](Term part) {
      for (std::size_t i = 0; i < state.size(); ++i)
        if (part == arbitrary.placeholders.at(state[i])) return history.back()[i];
      return Term();
    };
    for (std::size_t i = 0; i < state.size(); ++i)
      now[i] = d_store.substitute(arbitrary.next.at(state[i]), at);
  }
}

// Finds the largest value: a range that holds at first and that each iteration maintains. Tries increasing
// ranges against the known bounds of the next value's term.
void Evaluator::find_bound(const Arbitrary& arbitrary, LoopSummary& summary, ValueId id) {
  Recurrence& recurrence = summary.recurrences.at(id);
  const Term placeholder = arbitrary.placeholders.at(id);
  const Term next = arbitrary.next.at(id);
  const unsigned width = placeholder.width();
  if (width <= 1) return;
  const Bits all = (Bits{1} << width) - 1;
  Bits most = d_store.unsigned_range(value(recurrence.initial, arbitrary.outer)).high;
  constexpr int kRounds = 6;
  for (int round = 0; round < kRounds && most < all; ++round) {
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(most)));
    const Term within =
        bits == 0
            ? d_store.bv(0, width)
            : d_store.zext(d_store.bv_var(d_item.tag + ".bounded." + std::to_string(bits), bits), width);
    const Bits reached = d_store
                             .unsigned_range(d_store.substitute(
                                 next, [&](Term part) { return part == placeholder ? within : Term(); }))
                             .high;
    if (reached <= most) {
      recurrence.most = most;
      return;
    }
    most = reached;
  }
}

}  // namespace launchproof::access
