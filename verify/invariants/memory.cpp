#include "verify/invariants/memory.h"

#include <algorithm>
#include <bit>

#include "verify/access/operation.h"

namespace launchproof::invariants {

using model::AccessKind;
using model::ArrayId;
using model::kNone;
using model::Op;
using model::SiteId;
using model::ValueId;
using smt::Term;

namespace {

constexpr std::uint32_t kMostAligned = 3;  // a piece has 8 bytes at most

bool can_race(model::Memory memory, Pairing pairing) {
  if (memory == model::Memory::Local) return pairing == Pairing::SameGroup;
  return memory != model::Memory::Private;
}

}  // namespace

bool orders(const model::Barrier& barrier, model::Memory memory) {
  if (barrier.kind != model::Convergence::Barrier) return false;
  if (memory == model::Memory::Local) return barrier.local_fence;
  return memory == model::Memory::Image ? barrier.image_fence : barrier.global_fence;
}

Memory::Memory(const Setting& setting, Pairing pairing, Values& values)
    : d_setting(setting), d_pairing(pairing), d_values(values), d_regions(setting.regions.size()) {
  d_alignment.assign(setting.kernel.values.size(), kNone);
  d_open.assign(setting.kernel.values.size(), false);
  d_atomic_bytes.assign(setting.regions.size(), 0);
  if (pairing == Pairing::One) return;
  for (ArrayId array = 1; array < setting.kernel.arrays.size(); ++array) {
    const analysis::Placement& place = setting.regions.placement(array);
    const model::Memory memory = setting.kernel.arrays[array].memory;
    if (place.region == kNone || !setting.regions.is_written(place.region) || !can_race(memory, pairing))
      continue;
    d_regions[place.region].is_watched = true;
    d_regions[place.region].memory = memory == model::Memory::Constant ? model::Memory::Global : memory;
  }
  choose_pieces();
}

void Memory::choose_pieces() {
  std::vector<std::uint32_t> zeros(d_regions.size(), kMostAligned);
  for (SiteId id = 0; id < d_setting.kernel.sites.size(); ++id) {
    const model::Site& site = d_setting.kernel.sites[id];
    if (site.observes) continue;
    for (const ArrayId array : watched_arrays(id)) {
      const analysis::Placement& place = d_setting.regions.placement(array);
      std::uint32_t& least = zeros[place.region];
      least =
          std::min({least, alignment(site.offset), static_cast<std::uint32_t>(std::countr_zero(site.bytes))});
      if (place.origin != 0)
        least = std::min(least, static_cast<std::uint32_t>(std::countr_zero(place.origin)));
      if (site.kind != AccessKind::Atomic) continue;
      std::uint32_t& bytes = d_atomic_bytes[place.region];
      bytes = bytes == 0 || bytes == site.bytes ? site.bytes : kNone;
    }
  }
  const unsigned width = d_setting.kernel.address_bits;
  for (std::size_t number = 0; number < d_regions.size(); ++number) {
    WatchedRegion& region = d_regions[number];
    if (!region.is_watched) continue;
    const unsigned low = zeros[number];
    region.piece = 1U << low;
    const std::string name = "watched." + std::to_string(number);
    const Term high = d_setting.store.bv_var(name + "." + std::to_string(low), width - low);
    region.address = low == 0 ? high : d_setting.store.concat(high, d_setting.store.bv(0, low));
    region.value = d_setting.store.bv_var(name + ".value", region.piece * 8);
  }
}

// Low bits of the value that are zero in every execution.
std::uint32_t Memory::alignment(ValueId id) {
  if (d_alignment[id] != kNone) return d_alignment[id];
  if (d_open[id]) return 0;  // carried around a loop
  d_open[id] = true;
  const model::Value& value = d_setting.kernel.values[id];
  const auto of = [&](std::size_t i) { return alignment(value.operands[i]); };
  std::uint32_t result = 0;
  switch (value.op) {
    case Op::Constant:
      result =
          value.literal == 0 ? kMostAligned : static_cast<std::uint32_t>(std::countr_zero(value.literal));
      break;
    case Op::Mul:
      result = of(0) + of(1);
      break;
    case Op::Shl: {
      const model::Value& by = d_setting.kernel.values[value.operands[1]];
      result = of(0);
      // An over-wide shift has any value.
      if (by.op == Op::Constant)
        result = by.literal < value.width ? result + static_cast<std::uint32_t>(by.literal) : 0;
      else
        result = 0;
      break;
    }
    case Op::And:
      result = std::max(of(0), of(1));
      break;
    case Op::Add:
    case Op::Sub:
    case Op::Or:
    case Op::Xor:
      result = std::min(of(0), of(1));
      break;
    case Op::Select:
      result = std::min(of(1), of(2));
      break;
    case Op::ZExt:
    case Op::SExt:
    case Op::Trunc:
      result = of(0);
      break;
    default:
      break;
  }
  d_open[id] = false;
  d_alignment[id] = std::min(result, kMostAligned);
  return d_alignment[id];
}

std::uint32_t Memory::region_of(ArrayId array) const {
  return d_setting.regions.placement(array).region;
}

std::vector<ArrayId> Memory::watched_arrays(SiteId site) const {
  std::vector<ArrayId> result;
  for (const ArrayId array : d_setting.kernel.sites[site].arrays) {
    const std::uint32_t region = region_of(array);
    if (region != kNone && d_regions[region].is_watched &&
        can_race(d_setting.kernel.arrays[array].memory, d_pairing))
      result.push_back(array);
  }
  return result;
}

LogKind Memory::kind(SiteId id) const {
  const model::Site& site = d_setting.kernel.sites[id];
  if (site.kind == AccessKind::Read) return LogKind::Read;
  if (site.kind == AccessKind::Write) return LogKind::Write;
  const model::AtomicScope least =
      d_pairing == Pairing::SameGroup ? model::AtomicScope::WorkGroup : model::AtomicScope::Device;
  const bool excludes =
      site.scope >= least && std::ranges::all_of(watched_arrays(id), [&](ArrayId array) {
        const std::uint32_t region = region_of(array);
        return d_atomic_bytes[region] == site.bytes && d_regions[region].piece == site.bytes;
      });
  return excludes ? LogKind::Atomic : LogKind::Write;
}

Term Memory::is_element(const model::Site& site, FrameId frame, unsigned who) {
  if (site.copy == kNone) return d_setting.store.true_();
  return d_setting.store.ult(d_values.value(site.element, frame, who),
                             d_values.value(site.elements, frame, who));
}

Term Memory::covers(SiteId id, ArrayId array, FrameId frame, unsigned who) {
  smt::TermStore& store = d_setting.store;
  const model::Site& site = d_setting.kernel.sites[id];
  const analysis::Placement& place = d_setting.regions.placement(array);
  const WatchedRegion& region = d_regions[place.region];
  const Term offset = d_values.value(site.offset, frame, who);
  const Term address = store.add(offset, store.bv(place.origin, offset.width()));
  const Term touched = site.bytes == region.piece ? store.eq(address, region.address)
                                                  : store.ult(store.sub(region.address, address),
                                                              store.bv(site.bytes, offset.width()));
  std::vector<Term> parts{touched};
  if (site.copy != kNone) parts.push_back(is_element(site, frame, who));
  if (site.inside != kNone) parts.push_back(d_values.value(site.inside, frame, who));
  if (site.arrays.size() > 1) {
    const Term base = d_values.value(site.base, frame, who);
    parts.push_back(store.eq(base, store.bv(array, base.width())));
  }
  return store.and_(parts);
}

Term Memory::stored(SiteId id, ArrayId array, FrameId frame, unsigned who) {
  smt::TermStore& store = d_setting.store;
  const model::Site& site = d_setting.kernel.sites[id];
  const analysis::Placement& place = d_setting.regions.placement(array);
  const WatchedRegion& region = d_regions[place.region];
  const bool known =
      site.kind == AccessKind::Write && !site.written.empty() && site.inside == kNone && site.copy == kNone;
  if (d_setting.limits.strict || !known || region.piece > site.component_bytes) return {};
  const Term offset = d_values.value(site.offset, frame, who);
  const Term address = store.add(offset, store.bv(place.origin, offset.width()));
  const Term distance = store.sub(region.address, address);
  Term result;
  for (std::uint32_t byte = 0; byte < site.bytes; byte += region.piece) {
    const Term component =
        access::to_bits(store, d_values.value(site.written[byte / site.component_bytes], frame, who));
    const Term whole = store.zext(component, std::max(component.width(), site.component_bytes * 8));
    const Term piece = store.extract(whole, byte % site.component_bytes * 8, region.piece * 8);
    result = result ? store.ite(store.eq(distance, store.bv(byte, distance.width())), piece, result) : piece;
  }
  return result;
}

}  // namespace launchproof::invariants
