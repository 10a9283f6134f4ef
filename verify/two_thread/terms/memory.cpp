#include "verify/two_thread/terms/memory.h"

#include <algorithm>
#include <bit>

#include "verify/symbolic/terms/operation.h"

namespace launchproof::two_thread {

using model::AccessKind;
using model::ArrayId;
using model::kNone;
using model::SiteId;
using smt::Term;

namespace {

constexpr std::uint32_t kMostAligned = 3;  // a piece has at most 8 bytes

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
    : d_setting(setting),
      d_pairing(pairing),
      d_values(values),
      d_regions(setting.regions.size()),
      d_alignment(setting.kernel) {
  d_atomic_bytes.assign(setting.regions.size(), 0);
  if (pairing == Pairing::One) return;
  for (ArrayId array = 1; array < setting.kernel.arrays.size(); ++array) {
    const analysis::Placement& place = setting.regions.placement(array);
    const model::Memory memory = setting.kernel.arrays[array].memory;
    // Stated by a contract of this part of a kernel, or of another one (with_summaries).
    const bool is_part = setting.kernel.enabled != kNone || !setting.kernel.calls.empty();
    const bool is_asked =
        is_part && std::ranges::any_of(setting.kernel.queries,
                                       [&](const model::AccessQuery& query) { return query.array == array; });
    if (place.region == kNone || !can_race(memory, pairing) ||
        !(is_asked || setting.regions.is_written(place.region)))
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
      least = std::min(
          {least, d_alignment.of(site.offset), static_cast<std::uint32_t>(std::countr_zero(site.bytes))});
      if (place.origin != 0)
        least = std::min(least, static_cast<std::uint32_t>(std::countr_zero(place.origin)));
      if (site.kind != AccessKind::Atomic) continue;
      std::uint32_t& bytes = d_atomic_bytes[place.region];
      bytes = bytes == 0 || bytes == site.bytes ? site.bytes : kNone;
    }
  }
  for (std::uint32_t number = 0; number < d_regions.size(); ++number)
    if (d_regions[number].is_watched) watch(number, zeros[number]);
}

// Every assignment of the variables is a choice of a piece, so each race appears in some model that watches
// its piece.
void Memory::watch(std::uint32_t number, std::uint32_t zeros) {
  smt::TermStore& store = d_setting.store;
  const unsigned width = d_setting.kernel.address_bits;
  WatchedRegion& region = d_regions[number];
  region.aligned = 1U << zeros;
  if (!d_setting.options.uses(Optimisation::TypedMemory)) zeros = 0;
  region.piece = 1U << zeros;
  region.is_chosen = store.true_();
  Term high;
  if (d_setting.options.instrumentation == Instrumentation::WatchdogSingle) {
    const auto bits = static_cast<unsigned>(std::bit_width(d_regions.size()));
    d_watched_region = store.bv_var("watched.region", bits);
    region.is_chosen = store.eq(d_watched_region, store.bv(number, bits));
    high = store.extract(store.bv_var("watched.address", width), zeros, width - zeros);
    region.at.value = store.trunc(store.bv_var("watched.value", 8U << kMostAligned), region.piece * 8);
  } else {
    const std::string name = "watched." + std::to_string(number);
    high = store.bv_var(name + "." + std::to_string(zeros), width - zeros);
    region.at.value = store.bv_var(name + ".value", region.piece * 8);
  }
  region.at.address = zeros == 0 ? high : store.concat(high, store.bv(0, zeros));
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
        return d_atomic_bytes[region] == site.bytes && d_regions[region].aligned == site.bytes;
      });
  return excludes ? LogKind::Atomic : LogKind::Write;
}

Term Memory::is_element(const model::Site& site, FrameId frame, unsigned who) {
  if (site.copy == kNone) return d_setting.store.true_();
  return d_setting.store.ult(d_values.value(site.element, frame, who),
                             d_values.value(site.elements, frame, who));
}

Term Memory::address(SiteId id, ArrayId array, FrameId frame, unsigned who) {
  smt::TermStore& store = d_setting.store;
  const Term offset = d_values.value(d_setting.kernel.sites[id].offset, frame, who);
  return store.add(offset, store.bv(d_setting.regions.placement(array).origin, offset.width()));
}

Term Memory::covers(SiteId id, ArrayId array, FrameId frame, unsigned who, Term piece) {
  smt::TermStore& store = d_setting.store;
  const model::Site& site = d_setting.kernel.sites[id];
  const WatchedRegion& region = d_regions[region_of(array)];
  const Term address = this->address(id, array, frame, who);
  const Term touched = site.bytes == region.piece
                           ? store.eq(address, piece)
                           : store.ult(store.sub(piece, address), store.bv(site.bytes, address.width()));
  std::vector<Term> parts{touched, region.is_chosen};
  if (site.copy != kNone) parts.push_back(is_element(site, frame, who));
  if (site.inside != kNone) parts.push_back(d_values.value(site.inside, frame, who));
  if (site.arrays.size() > 1) {
    const Term base = d_values.value(site.base, frame, who);
    parts.push_back(store.eq(base, store.bv(array, base.width())));
  }
  return store.and_(parts);
}

Term Memory::stored(SiteId id, ArrayId array, FrameId frame, unsigned who, Term at) {
  smt::TermStore& store = d_setting.store;
  const model::Site& site = d_setting.kernel.sites[id];
  const WatchedRegion& region = d_regions[region_of(array)];
  const bool known =
      site.kind == AccessKind::Write && !site.written.empty() && site.inside == kNone && site.copy == kNone;
  if (d_setting.limits.strict || !known || region.piece > site.component_bytes) return {};
  const Term distance = store.sub(at, address(id, array, frame, who));
  Term result;
  for (std::uint32_t byte = 0; byte < site.bytes; byte += region.piece) {
    const Term component =
        symbolic::to_bits(store, d_values.value(site.written[byte / site.component_bytes], frame, who));
    const Term whole = store.zext(component, std::max(component.width(), site.component_bytes * 8));
    const Term piece = store.extract(whole, byte % site.component_bytes * 8, region.piece * 8);
    result = result ? store.ite(store.eq(distance, store.bv(byte, distance.width())), piece, result) : piece;
  }
  return result;
}

// The variables belong to the frame: each time that the access is made, there is another choice. It is also
// chosen which of the access's pieces is logged, and what a write stores if that is unknown.
Memory::Choice Memory::choose(SiteId id, ArrayId array, FrameId frame) {
  smt::TermStore& store = d_setting.store;
  const std::uint32_t bytes = d_setting.kernel.sites[id].bytes;
  const std::uint32_t piece = d_regions[region_of(array)].piece;
  const std::string name = "taken." + std::to_string(id) + "." + std::to_string(array);
  Choice result;
  result.choice = d_values.fresh_boolean(name, frame);
  result.at.address = address(id, array, frame, 0);
  if (bytes != piece) {
    const auto bits = static_cast<unsigned>(std::bit_width(bytes / piece));
    const Term number = d_values.fresh(name + ".piece", bits, frame);
    const unsigned width = result.at.address.width();
    result.at.address =
        store.add(result.at.address, store.mul(store.zext(number, width), store.bv(piece, width)));
  }
  if (tells_values(kind(id))) {
    result.at.value = stored(id, array, frame, 0, result.at.address);
    if (!result.at.value) result.at.value = d_values.fresh(name + ".value", piece * 8, frame);
  }
  result.is_taken = store.and_(result.choice, covers(id, array, frame, 0, result.at.address));
  return result;
}

Piece Memory::arbitrary(const std::string& name, std::uint32_t region, LogKind kind, FrameId frame) {
  const WatchedRegion& of = d_regions[region];
  if (!is_original()) return of.at;
  Piece result{d_values.fresh(name + ".at", of.at.address.width(), frame), {}};
  if (tells_values(kind)) result.value = d_values.fresh(name + ".value", of.piece * 8, frame);
  return result;
}

Term same_piece(smt::TermStore& store, const Piece& one, const Piece& other) {
  const Term place = store.eq(one.address, other.address);
  return one.value && other.value ? store.and_(place, store.eq(one.value, other.value)) : place;
}

}  // namespace launchproof::two_thread
