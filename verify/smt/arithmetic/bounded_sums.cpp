#include "verify/smt/arithmetic/bounded_sums.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/store.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

// A variable for a sum. Callers do not use such names.
constexpr const char* kMark = "\x01+";
constexpr unsigned kWidestSum = 120;

Term narrow(Term atom) {
  return atom.kind() == Kind::ZeroExtend ? atom->operands[0] : atom;
}

// A multiple of a term over the integers. A zero-extended term counts without the extension.
struct SumPart {
  Term atom;
  bool is_signed = false;
  SignedBits coefficient = 0;

  auto key() const { return std::tuple(atom.id(), is_signed, coefficient); }
};

using Parts = std::vector<SumPart>;

struct ByKey {
  bool operator()(const Parts& a, const Parts& b) const {
    return std::ranges::lexicographical_compare(a, b, {}, &SumPart::key, &SumPart::key);
  }
};

std::optional<IntegerSum> integers_of(Term term, bool is_signed) {
  if (term.width() > kWidestSum) return std::nullopt;
  Linear linear{term.width(), 0, {}};
  linear.add(term, 1);
  linear.normalise();
  return exact_sum(linear, is_signed);
}

void add(Parts& parts, const IntegerSum& sum, SignedBits factor) {
  for (const IntegerSum::Part& one : sum.parts) {
    const SumPart part{one.is_signed ? one.atom : narrow(one.atom), one.is_signed, factor * one.coefficient};
    const auto same = std::ranges::find_if(parts, [&](const SumPart& other) {
      return other.atom == part.atom && other.is_signed == part.is_signed;
    });
    if (same == parts.end())
      parts.push_back(part);
    else
      same->coefficient += part.coefficient;
  }
}

std::optional<Interval> bounds(const Parts& parts) {
  std::vector<IntegerSum::Part> all;
  all.reserve(parts.size());
  for (const SumPart& part : parts) all.push_back({part.atom, part.is_signed, part.coefficient});
  return bounds_of(all, 0);
}

// Returns whether some conjunct divides by a constant.
bool divides(std::span<const Term> conjuncts) {
  bool found = false;
  Marks marks;
  for (const Term conjunct : conjuncts)
    visit_operands_first(conjunct, marks, [&](Term term) {
      const bool is_division = term.kind() == Kind::UDiv || term.kind() == Kind::URem ||
                               term.kind() == Kind::SDiv || term.kind() == Kind::SRem;
      found = found || (is_division && term->operands[1].is_constant()) ||
              (term.kind() == Kind::Extract && term->operands[0].kind() == Kind::Add);
    });
  return found;
}

Term resized(TermStore& store, Term atom, bool is_signed, unsigned width) {
  if (width < atom.width()) return store.extract(atom, 0, width);
  return is_signed ? store.sext(atom, width) : store.zext(atom, width);
}

// Bounds of sums that comparisons give.
class BoundsOfSums {
 public:
  explicit BoundsOfSums(TermStore& store) : d_store(store) {}

  void read(Term conjunct) {
    const bool holds = conjunct.kind() != Kind::Not;
    const Term order = holds ? conjunct : conjunct->operands[0];
    if (order.kind() != Kind::Ult && order.kind() != Kind::Slt) return;
    const bool is_signed = order.kind() == Kind::Slt;
    // Two sums together bound neither of them.
    if (!order->operands[0].is_constant() && !order->operands[1].is_constant()) return;
    // low + gap <= high
    const auto low = integers_of(order->operands[holds ? 0 : 1], is_signed);
    const auto high = integers_of(order->operands[holds ? 1 : 0], is_signed);
    if (!low || !high) return;
    Parts difference;
    add(difference, *low, 1);
    add(difference, *high, -1);
    std::erase_if(difference, [](const SumPart& part) { return part.coefficient == 0; });
    if (difference.size() < 2) return;
    std::ranges::sort(difference, {}, &SumPart::key);
    SignedBits most = high->constant - low->constant - (holds ? 1 : 0);
    const bool flips = difference.front().coefficient < 0;
    if (flips)
      for (SumPart& part : difference) part.coefficient = -part.coefficient;
    const auto [entry, is_new] = d_known.try_emplace(difference);
    if (is_new) {
      const auto all = bounds(difference);
      if (!all) {
        d_known.erase(entry);
        return;
      }
      entry->second = {*all, *all};
    }
    Interval& known = entry->second.second;
    if (flips)
      known.low = std::max(known.low, -most);
    else
      known.high = std::min(known.high, most);
  }

  std::optional<BoundedSum> best() {
    for (const auto& [parts, ranges] : d_known) {
      const auto& [all, known] = ranges;
      if (known.low > known.high) continue;  // the terms' own rules detect that
      const auto length = [](const Interval& range) {
        return bit_length(static_cast<Bits>(range.high - range.low));
      };
      if (length(known) >= length(all)) continue;
      for (const SumPart& part : parts)
        if (auto sum = solved(parts, part, known)) return sum;
    }
    return std::nullopt;
  }

 private:
  std::optional<BoundedSum> solved(const Parts& parts, const SumPart& of, const Interval& known) {
    const Term variable = of.atom;
    if (variable.kind() != Kind::BvVar || of.is_signed || (of.coefficient != 1 && of.coefficient != -1) ||
        variable->name.find(kMark) != std::string::npos)
      return std::nullopt;
    Parts rest;
    for (const SumPart& part : parts) {
      if (part.atom == variable) continue;
      const std::vector<Term> inside = d_store.variables(part.atom);
      if (std::ranges::find(inside, variable) != inside.end()) return std::nullopt;
      rest.push_back(part);
    }
    const auto others = bounds(rest);
    if (!others) return std::nullopt;
    const unsigned bits = std::max(1U, bit_length(static_cast<Bits>(known.high - known.low)));
    const Bits most = static_cast<Bits>(known.high - known.low);
    const Term open = d_store.bv_var(variable->name + kMark + std::to_string(bits), bits);
    // Limits the term in a form that shows its bounds.
    const Term last = d_store.bv(most, bits);
    const Term sum = most == mask(bits) ? open : d_store.ite(d_store.ult(open, last), open, last);
    BoundedSum result;
    result.variable = variable;
    result.value = [&store = d_store, sum, rest, low = known.low,
                    is_negative = of.coefficient < 0](unsigned width) {
      Term value = store.add(store.bv(static_cast<Bits>(low), width), resized(store, sum, false, width));
      for (const SumPart& part : rest)
        value = store.sub(value, store.mul(store.bv(static_cast<Bits>(part.coefficient), width),
                                           resized(store, part.atom, part.is_signed, width)));
      return is_negative ? store.neg(value) : value;
    };
    // The variable's own range.
    const Bits farthest =
        std::max(static_cast<Bits>(std::max(known.high - others->low, others->low - known.high)),
                 static_cast<Bits>(std::max(known.low - others->high, others->high - known.low)));
    const unsigned width = std::max(bit_length(farthest), variable.width()) + 2;
    if (width > kWidestSum) return std::nullopt;
    result.condition = d_store.ule(result.value(width), d_store.bv(mask(variable.width()), width));
    return result;
  }

  TermStore& d_store;
  std::map<Parts, std::pair<Interval, Interval>, ByKey> d_known;  // what types allow and conjuncts state
};

}  // namespace

std::optional<BoundedSum> bounded_sum(TermStore& store, std::span<const Term> conjuncts) {
  if (!divides(conjuncts)) return std::nullopt;
  BoundsOfSums sums(store);
  for (const Term conjunct : conjuncts) sums.read(conjunct);
  return sums.best();
}

Term in_words_of(TermStore& store, Term term, const BoundedSum& sum) {
  return store.substitute(term, [&](Term part) {
    if (part == sum.variable) return sum.value(part.width());
    if (part.kind() == Kind::ZeroExtend && part->operands[0] == sum.variable) return sum.value(part.width());
    return Term();
  });
}

}  // namespace launchproof::smt
