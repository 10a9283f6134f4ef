#include "verify/symbolic/terms/memory_objects.h"

#include <algorithm>
#include <functional>

namespace launchproof::symbolic {
namespace {

using analysis::Placement;
using model::ArrayId;
using smt::Term;

constexpr unsigned kObjectBits = 32;

std::optional<std::uint32_t> object(const model::KernelModel& kernel, const analysis::MemoryRegions& regions,
                                    ArrayId array) {
  const Placement& own = regions.placement(array);
  if (array == 0 || own.is_null) return UINT32_MAX;
  if (own.region == model::kNone) return array;
  ArrayId first = array;
  for (ArrayId other = 1; other < kernel.arrays.size(); ++other) {
    const Placement& place = regions.placement(other);
    if (place.is_null) continue;
    if (place.region != own.region) continue;
    if (place.origin != own.origin) return std::nullopt;
    first = std::min(first, other);
  }
  return first;
}

// Number of arrays that are considered for one pointer.
constexpr unsigned kMostArrays = 16;

// Returns `what` of the array that `base` selects, or a null term if some array has none or there are too
// many.
Term by_array(smt::TermStore& store, Term base, const std::function<Term(ArrayId)>& what, unsigned& left) {
  if (left == 0) return {};
  --left;
  if (base.is_constant()) return what(static_cast<ArrayId>(base->value));
  if (base.kind() != smt::Kind::Ite) return {};
  const Term one = by_array(store, base->operands[1], what, left);
  if (!one) return {};
  const Term two = by_array(store, base->operands[2], what, left);
  return two ? store.ite(base->operands[0], one, two) : Term();
}

Term by_array(smt::TermStore& store, Term base, const std::function<Term(ArrayId)>& what) {
  unsigned left = kMostArrays;
  return by_array(store, base, what, left);
}

bool share_memory(const Placement& a, const Placement& b) {
  return !a.is_null && !b.is_null && a.region != model::kNone && a.region == b.region;
}

Term place_of(smt::TermStore& store, const Placement& array, Term offset) {
  return store.add(offset, store.bv(array.origin, offset.width()));
}

bool is_zero(Term offset) {
  return offset.is_constant() && offset->value == 0;
}

// Addresses in one object are ordered like offsets, and a pointer may be before the object's start.
Term is_below(smt::TermStore& store, const Placement& a, Term at_a, const Placement& b, Term at_b) {
  if (a.is_null && b.is_null) return store.ult(at_a, at_b);
  if (share_memory(a, b)) return store.slt(place_of(store, a, at_a), place_of(store, b, at_b));
  // Nothing is before null.
  return b.is_null && is_zero(at_b) ? store.false_() : Term();
}

}  // namespace

Term memory_object(smt::TermStore& store, const model::KernelModel& kernel,
                   const analysis::MemoryRegions& regions, Term base) {
  const auto number = [&](ArrayId array) {
    const auto known = array < kernel.arrays.size() ? object(kernel, regions, array) : std::nullopt;
    return known ? store.bv(*known, kObjectBits) : Term();
  };
  if (base.is_constant()) return number(static_cast<ArrayId>(base->value));
  Term result = store.bv(UINT32_MAX, kObjectBits);
  for (ArrayId array = 1; array < kernel.arrays.size(); ++array) {
    const Term one = number(array);
    if (!one) return {};
    result = store.ite(store.eq(base, store.bv(array, base.width())), one, result);
  }
  return result;
}

Term pointer_below(smt::TermStore& store, const analysis::MemoryRegions& regions,
                   const std::vector<Term>& operands) {
  const std::vector<Term>& x = operands;
  if (x[0] == x[2]) return store.slt(x[1], x[3]);
  return by_array(store, x[0], [&](ArrayId a) {
    return by_array(store, x[2], [&](ArrayId b) {
      return is_below(store, regions.placement(a), x[1], regions.placement(b), x[3]);
    });
  });
}

std::optional<ArrayStart> start_of(smt::TermStore& store, const analysis::MemoryRegions& regions, Term base,
                                   unsigned width) {
  const auto first = [&](ArrayId array) {
    for (ArrayId other = 1; other < array; ++other)
      if (share_memory(regions.placement(other), regions.placement(array))) return other;
    return array;
  };
  ArrayStart result;
  result.array = by_array(store, base, [&](ArrayId array) { return store.bv(first(array), base.width()); });
  if (!result.array) return std::nullopt;
  result.distance = by_array(store, base, [&](ArrayId array) {
    return store.bv(regions.placement(array).origin - regions.placement(first(array)).origin, width);
  });
  return result;
}

}  // namespace launchproof::symbolic
