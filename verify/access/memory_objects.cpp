#include "verify/access/memory_objects.h"

#include <algorithm>
#include <optional>

namespace launchproof::access {
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

}  // namespace launchproof::access
