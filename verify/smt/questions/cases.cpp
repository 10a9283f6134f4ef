#include "verify/smt/questions/cases.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/by_id.h"

namespace launchproof::smt {
namespace {

constexpr std::size_t kMostCases = 3;
constexpr unsigned kWidest = 64;
constexpr unsigned kLeastSaved = 16;  // number of bits saved that makes separate questions worthwhile

struct Range {
  Bits low = 0, high = 0;  // inclusive
};
// In ascending order, without overlaps.
using Ranges = std::vector<Range>;

// A variable and the constant added to it.
std::optional<std::pair<Term, Bits>> shifted(Term term) {
  if (term.kind() == Kind::BvVar) return std::pair(term, Bits{0});
  if (term.kind() != Kind::Add || term->operands.size() != 2) return std::nullopt;
  for (const bool first : {true, false}) {
    const Term variable = term->operands[first ? 0 : 1], added = term->operands[first ? 1 : 0];
    if (variable.kind() == Kind::BvVar && added.is_constant()) return std::pair(variable, added->value);
  }
  return std::nullopt;
}

// From low up to high, modulo 2^width.
Ranges around(Bits low, Bits high, unsigned width) {
  low &= mask(width);
  high &= mask(width);
  if (low <= high) return {{low, high}};
  return {{0, high}, {low, mask(width)}};
}

Ranges common(const Ranges& a, const Ranges& b) {
  Ranges result;
  for (const Range& one : a)
    for (const Range& other : b)
      if (std::max(one.low, other.low) <= std::min(one.high, other.high))
        result.push_back({std::max(one.low, other.low), std::min(one.high, other.high)});
  std::ranges::sort(result, {}, &Range::low);
  return result;
}

using Known = std::map<Term, Ranges, decltype(&by_id)>;

void read(Term conjunct, Known& known) {
  const bool holds = conjunct.kind() != Kind::Not;
  const Term order = holds ? conjunct : conjunct->operands[0];
  if ((order.kind() != Kind::Ult && order.kind() != Kind::Slt) || order->operands[0].width() > kWidest)
    return;
  const unsigned width = order->operands[0].width();
  const Term low = order->operands[holds ? 0 : 1],
             high = order->operands[holds ? 1 : 0];  // low + gap <= high
  const Bits gap = holds ? 1 : 0;
  const bool is_signed = order.kind() == Kind::Slt;
  const Bits least = is_signed ? sign_bit(width) : 0, most = least + mask(width);
  const auto meet = [&](Term variable, const Ranges& ranges) {
    const auto [entry, is_new] = known.try_emplace(variable, Ranges{{0, mask(width)}});
    entry->second = common(entry->second, ranges);
  };
  // If no value remained between the ends, the terms' own rules would have detected it.
  if (const auto of = shifted(low); of && high.is_constant())
    meet(of->first, around(least - of->second, high->value - gap - of->second, width));
  if (const auto of = shifted(high); of && low.is_constant())
    meet(of->first, around(low->value + gap - of->second, most - of->second, width));
}

Term within(TermStore& store, Term variable, const Range& range) {
  const unsigned width = variable.width();
  if (range.low == range.high) return store.eq(variable, store.bv(range.low, width));
  const unsigned needed = std::max(1U, bit_length(range.high - range.low));
  const std::string name = variable->name + "\x01" + "case" + std::to_string(width) + "." +
                           std::to_string(static_cast<std::uint64_t>(range.low));
  const Term above = store.zext(store.bv_var(name, needed), width);
  return store.and_(store.eq(variable, store.add(store.bv(range.low, width), above)),
                    store.ule(above, store.bv(range.high - range.low, width)));
}

}  // namespace

std::vector<Term> cases(TermStore& store, std::span<const Term> conjuncts) {
  Known known(&by_id);
  for (const Term conjunct : conjuncts) read(conjunct, known);
  for (const auto& [variable, ranges] : known) {
    if (ranges.size() < 2 || ranges.size() > kMostCases) continue;
    const unsigned width = variable.width();
    // Around 0, both ends are one range if read as two's complement.
    if (ranges.front().low == 0 && ranges.back().high == mask(width)) continue;
    unsigned needed = 0;
    for (const Range& range : ranges) needed = std::max(needed, bit_length(range.high - range.low));
    if (needed + kLeastSaved > width) continue;
    std::vector<Term> result;
    result.reserve(ranges.size());
    for (const Range& range : ranges) result.push_back(within(store, variable, range));
    return result;
  }
  return {};
}

}  // namespace launchproof::smt
