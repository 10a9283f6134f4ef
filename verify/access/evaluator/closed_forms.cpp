// Evaluates loop-carried values in an iteration, using the recurrences found by classification.
#include <algorithm>
#include <bit>

#include "verify/access/evaluator/evaluator.h"
#include "verify/smt/terms/walk.h"
#include "verify/symbolic/terms/operation.h"

namespace launchproof::access {

using model::ValueId;
using smt::Bits;
using smt::Term;
using symbolic::Unknown;
using verdict::Cause;

namespace {
constexpr unsigned kCounterBits = 64;
constexpr std::uint64_t kMostRuns = 300;    // iterations that are computed one by one to reach a known
                                            // iteration
constexpr std::uint64_t kMostListed = 16;   // iterations for which a value without a closed form is listed
constexpr std::uint64_t kMostNumbers = 64;  // the same if all values are numbers
constexpr std::size_t kMostListedNodes =
    2'000;                             // nodes in a listed value's term; larger ones are too hard for solvers
constexpr std::size_t kFewValues = 8;  // up to this number, values are chosen by comparisons alone
constexpr unsigned kPowerBits = 10;    // bits of the counter up to which odd powers are composed

unsigned bits_for(Bits value) {
  return value == 0 ? 1 : static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(value)));
}

// Returns the inverse of an odd number modulo 2^128 (Newton's iteration doubles the correct bits).
Bits inverse(Bits odd) {
  Bits result = odd;
  for (int i = 0; i < 7; ++i) result *= 2 - odd * result;
  return result;
}
}  // namespace

Term Evaluator::header_phi(ValueId id, EnvironmentId environment) {
  const Environment here = d_context.environments.at(environment);
  const unsigned width = d_context.kernel.values[id].width;
  const auto placeholder = [&] {
    const std::string name = d_item.tag + ".phi." + std::to_string(id) + "." + std::to_string(environment);
    return width == 1 ? d_store.bool_var(name) : d_store.bv_var(name, width);
  };
  const auto arbitrary = d_arbitrary.find(environment);
  if (arbitrary != d_arbitrary.end() && !arbitrary->second) return placeholder();
  const bool in_any_iteration = arbitrary != d_arbitrary.end();
  if (!in_any_iteration && summary(here.loop, here.parent).recurrences.at(id).is_deferred)
    classify_deferred(here.loop, here.parent);
  const Recurrence recurrence = summary(here.loop, here.parent).recurrences.at(id);
  if (in_any_iteration && recurrence.form == Form::Unknown) return placeholder();

  const Term counter = here.counter;
  const Term first = value(recurrence.initial, here.parent);
  const Term start = d_store.eq(counter, d_store.bv(0, kCounterBits));
  if (start.is_true()) return first;
  const Unknown why{Cause::NoClosedForm, "a value carried around the loop",
                    d_context.kernel.loops[here.loop].location};
  if (recurrence.form == Form::Previous) {
    // The value may occur in the computation of the previous iteration, where it has no influence.
    if (!d_previous.insert(id).second) return unknown(id, "loop", width, environment, why);
    const Term before = d_store.sub(counter, d_store.bv(1, kCounterBits));
    const Term earlier = value(recurrence.next, d_context.environments.enter(here.parent, here.loop, before));
    d_previous.erase(id);
    return d_store.ite(start, first, earlier);
  }
  if (const Term known = closed(recurrence, first, counter)) return known;
  if (!d_context.opaque[id])
    if (const auto listed = listed_phi(id, recurrence, here)) return *listed;
  if (recurrence.most && width > 1) {
    const unsigned narrow = bits_for(*recurrence.most);
    const Term some = unknown(id, "loop", narrow, environment, why);
    d_carried.emplace(some, environment);
    const Term bits = symbolic::to_bits(d_store, some);
    d_bounds.emplace(some, d_store.ule(bits, d_store.bv(*recurrence.most, narrow)));
    return d_store.ite(start, first, d_store.zext(bits, width));
  }
  const Term some = unknown(id, "loop", width, environment, why);
  d_carried.emplace(some, environment);
  return d_store.ite(start, first, some);
}

Term Evaluator::closed(const Recurrence& recurrence, Term first, Term counter) {
  const unsigned width = first.width();
  const auto odd = [&] { return d_store.eq(d_store.extract(counter, 0, 1), d_store.bv(1, 1)); };
  switch (recurrence.form) {
    case Form::Invariant:
      return first;
    case Form::Polynomial: {
      Term result = first;
      for (std::size_t i = 0; i < recurrence.differences.size(); ++i)
        result = d_store.add(result, d_store.mul(recurrence.differences[i],
                                                 binomial(counter, static_cast<unsigned>(i) + 1, width)));
      return result;
    }
    case Form::Complement:
      return d_store.ite(odd(), d_store.sub(recurrence.step, first), first);
    case Form::Toggle:
      return width == 0 ? d_store.distinct(first, odd())
                        : d_store.ite(odd(), d_store.bvxor(first, recurrence.step), first);
    case Form::ShiftLeft:
    case Form::ShiftRight:
    case Form::ShiftRightSigned:
    case Form::DivideSigned:
      return shifted(recurrence, first, counter);
    case Form::Power:
      return powered(recurrence, first, counter);
    case Form::Masked: {
      const unsigned narrow = recurrence.step.width();
      const Term low = closed(*recurrence.narrow, d_store.extract(first, 0, narrow), counter);
      if (!low) return {};
      return d_store.ite(d_store.eq(counter, d_store.bv(0, kCounterBits)), first, d_store.zext(low, width));
    }
    case Form::Modulo:
      return modular(recurrence, first, counter);
    case Form::Orbit:
      return orbiting(recurrence, counter);
    case Form::Unknown:
    case Form::Previous:
      break;
  }
  return {};
}

// Returns the counter over `below`, modulo 2^width. The falling factorial is computed with as many additional
// bits as its divisor has factors of two; the odd rest of the divisor has an inverse.
Term Evaluator::binomial(Term counter, unsigned below, unsigned width) {
  Bits divisor = 1;
  for (unsigned i = 2; i <= below; ++i) divisor *= i;
  unsigned twos = 0;
  for (; (divisor & 1U) == 0; divisor >>= 1U) ++twos;
  const unsigned wide = width + twos;
  const Term number = wide > kCounterBits ? d_store.zext(counter, wide) : d_store.trunc(counter, wide);
  Term product = d_store.bv(1, wide);
  for (unsigned i = 0; i < below; ++i)
    product = d_store.mul(product, d_store.sub(number, d_store.bv(i, wide)));
  return d_store.mul(d_store.extract(product, twos, width), d_store.bv(inverse(divisor), width));
}

Term Evaluator::shifted(const Recurrence& recurrence, Term first, Term counter) {
  const unsigned width = first.width();
  const Term amount = d_store.mul(d_store.trunc(counter, width), d_store.bv(recurrence.amount, width));
  const Term near =
      d_store.ult(counter, d_store.bv((width + recurrence.amount - 1) / recurrence.amount, kCounterBits));
  switch (recurrence.form) {
    case Form::ShiftLeft:
      return d_store.ite(near, d_store.shl(first, amount), d_store.bv(0, width));
    case Form::ShiftRight:
      return d_store.ite(near, d_store.lshr(first, amount), d_store.bv(0, width));
    case Form::ShiftRightSigned:
      return d_store.ite(near, d_store.ashr(first, amount),
                         d_store.ashr(first, d_store.bv(width - 1, width)));
    default: {
      // Truncating divisions by powers of two compose: the magnitude is shifted.
      const Term negative = d_store.slt(first, d_store.bv(0, width));
      const Term magnitude = d_store.ite(negative, d_store.neg(first), first);
      const Term result = d_store.ite(near, d_store.lshr(magnitude, amount), d_store.bv(0, width));
      return d_store.ite(negative, d_store.neg(result), result);
    }
  }
}

// Composes x -> ratio * x + step with itself by squaring along the bits of the counter.
Term Evaluator::powered(const Recurrence& recurrence, Term first, Term counter) {
  const unsigned width = first.width();
  const bool even = (recurrence.ratio & 1U) == 0;
  unsigned bits = bits_for(d_store.unsigned_range(counter).high);
  const bool far = bits > kPowerBits;
  if (far && !even) return {};
  if (far) bits = bits_for(width - 1);
  Term scale = d_store.bv(1, width);
  Term sum = d_store.bv(0, width);
  Bits factor = recurrence.ratio, series = 1;
  for (unsigned bit = 0; bit < bits; ++bit) {
    const Term on = d_store.eq(d_store.extract(counter, bit, 1), d_store.bv(1, 1));
    const Term by = d_store.bv(factor, width);
    scale = d_store.ite(on, d_store.mul(by, scale), scale);
    sum = d_store.ite(on, d_store.add(d_store.mul(by, sum), d_store.bv(series, width)), sum);
    series = factor * series + series;
    factor *= factor;
  }
  const Term near = d_store.add(d_store.mul(scale, first), d_store.mul(sum, recurrence.step));
  if (!far) return near;
  // The power of an even ratio is zero after as many iterations as there are bits.
  Bits rest = 0;
  for (unsigned i = 0; i < width; ++i) rest = recurrence.ratio * rest + 1;
  const Bits most = width;
  return d_store.ite(d_store.ult(counter, d_store.bv(most, kCounterBits)), near,
                     d_store.mul(d_store.bv(rest, width), recurrence.step));
}

// Returns whether no addition wraps and, if signed, nothing is negative.
bool Evaluator::stays_modular(const Recurrence& recurrence) {
  const unsigned width = recurrence.modulus.width();
  const Term zero = d_store.bv(0, width);
  const Term highest = d_store.sub(recurrence.modulus, d_store.bv(1, width));
  const Term largest = d_store.add(highest, recurrence.step);
  std::vector<Term> holds{d_store.distinct(recurrence.modulus, zero), d_store.ule(highest, largest)};
  if (recurrence.is_signed)
    for (const Term term : {highest, largest, recurrence.step, recurrence.second})
      holds.push_back(d_store.sle(zero, term));
  return d_store.and_(holds).is_true();
}

// From iteration 1 on the value is (second + step * (counter - 1)) mod modulus over the integers.
Term Evaluator::modular(const Recurrence& recurrence, Term first, Term counter) {
  const unsigned width = first.width();
  const Term modulus = recurrence.modulus;
  const auto most = [&](Term term) { return bits_for(d_store.unsigned_range(term).high); };
  const Term before = d_store.sub(counter, d_store.bv(1, kCounterBits));
  // Wide enough for step * (counter - 1) + second. The counter is reduced first if that would be too wide.
  unsigned counts = most(counter);
  Term times = before;
  if (counts + most(recurrence.step) + 1 > 2 * width || counts + most(recurrence.step) > 120) {
    const unsigned wider = std::max(width, kCounterBits);
    times = d_store.urem(d_store.zext(before, wider), d_store.zext(modulus, wider));
    counts = most(modulus);
  }
  const unsigned wide = std::max(counts + most(recurrence.step), most(recurrence.second)) + 1;
  if (wide > 128) return {};
  const auto resize = [&](Term term) {
    return term.width() >= wide ? d_store.trunc(term, wide) : d_store.zext(term, wide);
  };
  if (most(modulus) > wide) return {};
  const Term sum =
      d_store.add(resize(recurrence.second), d_store.mul(resize(recurrence.step), resize(times)));
  const Term rest = d_store.urem(sum, resize(modulus));
  const Term result = wide >= width ? d_store.trunc(rest, width) : d_store.zext(rest, width);
  return d_store.ite(d_store.eq(counter, d_store.bv(0, kCounterBits)), first, result);
}

// Returns values[from + index], given index < count.
Term Evaluator::choose(const std::vector<Term>& values, std::size_t from, std::size_t count, Term index) {
  const Term last = values[from + count - 1];
  if (count == 1) return last;
  // A few values are distinguished by comparisons, so that the solver need not reason about the remainder.
  if (count > kFewValues && last.width() > 0 &&
      std::all_of(values.begin() + static_cast<std::ptrdiff_t>(from),
                  values.begin() + static_cast<std::ptrdiff_t>(from + count),
                  [](Term term) { return term.is_constant(); })) {
    const unsigned width = last.width();
    const Term step = d_store.sub(values[from + 1], values[from]);
    bool even_steps = true;
    for (std::size_t i = 1; i < count; ++i)
      even_steps = even_steps && d_store.sub(values[from + i], values[from + i - 1]) == step;
    const Term number = index.width() < width ? d_store.zext(index, width) : d_store.trunc(index, width);
    if (even_steps) return d_store.add(values[from], d_store.mul(step, number));
  }
  Term result = last;
  for (std::size_t i = count - 1; i-- > 0;)
    result = d_store.ite(d_store.eq(index, d_store.bv(i, index.width())), values[from + i], result);
  return result;
}

Term Evaluator::orbiting(const Recurrence& recurrence, Term counter) {
  const std::vector<Term>& values = recurrence.listed;
  const std::size_t period = recurrence.period;
  const std::size_t lead = values.size() - period;
  const Bits high = d_store.unsigned_range(counter).high;
  if (counter.is_constant()) {
    const auto at = static_cast<std::uint64_t>(counter->value);
    return values[at < lead ? at : lead + (at - lead) % period];
  }
  if (high < values.size()) return choose(values, 0, static_cast<std::size_t>(high) + 1, counter);
  const unsigned bits = std::min(kCounterBits, std::max(bits_for(high), bits_for(values.size())));
  const Term index = d_store.trunc(counter, bits);
  const Term turn = d_store.urem(d_store.sub(index, d_store.bv(lead, bits)), d_store.bv(period, bits));
  const Term repeating = choose(values, lead, period, turn);
  if (lead == 0) return repeating;
  return d_store.ite(d_store.ult(index, d_store.bv(lead, bits)), choose(values, 0, lead, index), repeating);
}

// Evaluates a value without a closed form iteration by iteration: for one known iteration, or for all
// iterations of a loop that runs only a few times.
std::optional<Term> Evaluator::listed_phi(ValueId id, const Recurrence& recurrence, const Environment& here) {
  const auto at = [&](std::uint64_t iteration) {
    return d_context.environments.enter(here.parent, here.loop, d_store.bv(iteration, kCounterBits));
  };
  if (here.counter.is_constant()) {
    const auto iteration = static_cast<std::uint64_t>(here.counter->value);
    const auto is_too_far = [&] {
      const auto most = d_most_listed.find(id);
      return iteration > (most == d_most_listed.end() ? kMostRuns : most->second);
    };
    if (is_too_far()) return std::nullopt;
    // Previous iterations are computed on the way, and may turn out to be too large.
    const Term result = value(recurrence.next, at(iteration - 1));
    if (is_too_far()) return std::nullopt;
    if (!smt::has_more_nodes(result, kMostListedNodes)) return result;
    d_most_listed.insert_or_assign(id, iteration - 1);
    return std::nullopt;
  }
  Bits most = kMostNumbers + 1;
  for (const Exit& exit : summary(here.loop, here.parent).exits)
    if (exit.exact) most = std::min(most, d_store.unsigned_range(exit.stays).high);
  if (most > kMostNumbers) return std::nullopt;
  std::vector<Term> values{value(recurrence.initial, here.parent)};
  for (std::uint64_t i = 0; i < most; ++i) {
    values.push_back(value(recurrence.next, at(i)));
    if (most > kMostListed && !values.back().is_constant()) return std::nullopt;
    if (smt::has_more_nodes(values.back(), kMostListedNodes)) return std::nullopt;
  }
  return choose(values, 0, values.size(), here.counter);
}

}  // namespace launchproof::access
