// Performs accesses of work-items to memory, and detects defects in them.
#include <algorithm>
#include <bit>
#include <cstring>

#include "verify/replay/execution/execution.h"
#include "verify/replay/execution/runner.h"
#include "verify/verdict/finding_kinds.h"

namespace launchproof::replay {
namespace {

using Slots = Trace[3];

bool is_write(SiteKind kind) {
  return kind == SiteKind::Write || kind == SiteKind::Atomic;
}

bool is_atomic(SiteKind kind) {
  return kind == SiteKind::Atomic || kind == SiteKind::AtomicLoad;
}

// "read-write" and so on, with the kinds in alphabetical order.
const char* kind_of_race(SiteKind one, SiteKind two) {
  const std::string_view a = name_of_access(one), b = name_of_access(two);
  if (a == b) return a == "write" ? "write-write" : "atomic-atomic";
  if (a == "atomic" || b == "atomic") return a == "read" || b == "read" ? "atomic-read" : "atomic-write";
  return "read-write";
}

std::int64_t sign_extend(std::uint64_t value, std::uint32_t bytes) {
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

std::uint64_t sum_of_floats(std::uint64_t a, std::uint64_t b, std::uint32_t bytes) {
  if (bytes == sizeof(double))
    return std::bit_cast<std::uint64_t>(std::bit_cast<double>(a) + std::bit_cast<double>(b));
  const auto number = [](std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  };
  return std::bit_cast<std::uint32_t>(number(a) + number(b));
}

std::uint64_t changed(AtomicOp op, std::uint64_t old, std::uint64_t operand, std::uint64_t wanted,
                      std::uint32_t bytes) {
  switch (op) {
    case AtomicOp::Add:
      return old + operand;
    case AtomicOp::Sub:
      return old - operand;
    case AtomicOp::Exchange:
    case AtomicOp::Store:
      return operand;
    case AtomicOp::CompareExchange:
      return old == wanted ? operand : old;
    case AtomicOp::SignedMin:
      return sign_extend(operand, bytes) < sign_extend(old, bytes) ? operand : old;
    case AtomicOp::SignedMax:
      return sign_extend(operand, bytes) > sign_extend(old, bytes) ? operand : old;
    case AtomicOp::UnsignedMin:
      return std::min(old, operand);
    case AtomicOp::UnsignedMax:
      return std::max(old, operand);
    case AtomicOp::And:
      return old & operand;
    case AtomicOp::Or:
      return old | operand;
    case AtomicOp::Xor:
      return old ^ operand;
    case AtomicOp::AddFloat:
      return sum_of_floats(old, operand, bytes);
    case AtomicOp::CountUp:
      return old >= operand ? 0 : old + 1;
    case AtomicOp::CountDown:
      return old == 0 || old > operand ? operand : old - 1;
    case AtomicOp::Load:
      break;
  }
  return old;
}

bool has(const AccessSets::Members& members, SiteKind kind) {
  return members[static_cast<std::size_t>(kind)] != 0;
}

bool any_write(const AccessSets::Members& members) {
  return has(members, SiteKind::Write) || has(members, SiteKind::Atomic);
}

// Holds a chunk's lock if several threads run.
class ChunkLock {
 public:
  ChunkLock(Chunk& chunk, bool several) : d_chunk(several ? &chunk : nullptr) {
    if (d_chunk != nullptr) d_chunk->lock();
  }
  ~ChunkLock() {
    if (d_chunk != nullptr) d_chunk->unlock();
  }
  ChunkLock(const ChunkLock&) = delete;
  ChunkLock& operator=(const ChunkLock&) = delete;

 private:
  Chunk* d_chunk;
};

}  // namespace

void GroupRunner::wrong_address(const MachineItem* item, std::uint64_t address, std::uint32_t site,
                                const View* view, std::int64_t offset) {
  const SiteSpec& spec = d_tables.sites[site];
  if (spec.observes) return;
  if (d_state.watches != nullptr)
    add_step(whole(item).number,
             {.kind = WatchedStep::Kind::Outside,
              .place = site,
              .phase = d_phase,
              .object = view == nullptr ? 0 : static_cast<std::uint32_t>(view - d_views.data()),
              .offset = view == nullptr ? address : static_cast<std::uint64_t>(offset) - view->before});
  const bool is_null =
      view == nullptr && (address >> kSpanBits == 0 || address >> kSpanBits == UINT64_MAX >> kSpanBits);
  const char* beyond = offset < 0 ? "before the start" : "past the end";
  ++d_instance;
  Seen& seen = is_null ? d_seen.note(verdict::Property::NullAccess, "null", site, 0, d_instance)
                       : d_seen.note(verdict::Property::OutOfBounds,
                                     view == nullptr ? "wild address" : beyond, site, 0, d_instance);
  if (!seen.participants.empty()) return;
  Participant one = participant(whole(item).number, spec.locations, name_of_access(spec.kind));
  one.work_item.bytes = spec.bytes;
  one.work_item.byte_offset = view == nullptr ? address : static_cast<std::uint64_t>(offset) - view->before;
  if (view != nullptr) one.work_item.array = name_of(*view);
  if (view != nullptr && view->is_image) one.work_item.bytes = one.work_item.byte_offset = 0;  // pixels
  seen.participants.push_back(std::move(one));
}

void GroupRunner::check_access(const MachineItem* item, const View& view, std::uint32_t site,
                               std::int64_t offset) {
  const SiteSpec& spec = d_tables.sites[site];
  if (view.access == model::KernelAccess::ReadWrite || spec.observes) return;
  const bool is_read_only = view.access == model::KernelAccess::ReadOnly;
  const bool reads = spec.kind != SiteKind::Write && !spec.stores_only;
  if (is_read_only ? !is_write(spec.kind) : !reads) return;
  ++d_instance;
  Seen& seen = d_seen.note(verdict::Property::AccessFlags, is_read_only ? kReadOnlyStore : kWriteOnlyLoad,
                           site, 0, d_instance);
  if (!seen.participants.empty()) return;
  Participant one = participant(whole(item).number, spec.locations, name_of_access(spec.kind));
  one.work_item.bytes = spec.bytes;
  one.work_item.byte_offset = static_cast<std::uint64_t>(offset) - view.before;
  one.work_item.array = name_of(view);
  if (view.is_image) one.work_item.bytes = one.work_item.byte_offset = 0;  // pixels
  seen.participants.push_back(std::move(one));
}

// Returns the target of an access, without a view if it must not be made. An address computed only from one
// array belongs to that array, however far away it is.
GroupRunner::Place GroupRunner::locate(const MachineItem* item, std::uint64_t address, std::uint32_t site) {
  const SiteSpec& spec = d_tables.sites[site];
  step(spec.locations);
  std::uint64_t object = address >> kSpanBits;
  auto offset = static_cast<std::int64_t>((address & (kObjectSpan - 1)) - kObjectBias);
  if (spec.object != 0 && !d_views[spec.object].is_null) {
    object = spec.object;
    offset = static_cast<std::int64_t>(address - address_of(object, 0));
  }
  if (object == 0 || object >= d_views.size() || !d_views[object].is_memory()) {
    wrong_address(item, address, site, nullptr, 0);
    return {};
  }
  View& view = d_views[object];
  if (view.bytes) {
    const auto from_start = static_cast<std::uint64_t>(offset);
    if (offset < 0 || from_start > *view.bytes || spec.bytes > *view.bytes - from_start) {
      wrong_address(item, address, site, &view, offset);
      return {};
    }
  } else if (offset < 0 && view.kind != ObjectKind::Private) {
    // The access is outside whatever the size is. It is made anyway, as are accesses after the end.
    wrong_address(item, address, site, &view, offset);
  }
  // The program cannot make such an access in bounds, since no write's address is computed from this array.
  if (is_write(spec.kind) && !view.is_written && view.kind != ObjectKind::Private) {
    wrong_address(item, address, site, nullptr, 0);
    return {};
  }
  check_access(item, view, site, offset);
  return {&view, view.origin + static_cast<std::uint64_t>(offset)};
}

const std::uint8_t* GroupRunner::read(MachineItem* item, std::uint64_t address, std::uint32_t site) {
  const SiteSpec& spec = d_tables.sites[site];
  const Place place = locate(item, address, site);
  if (place.view == nullptr) {
    std::memset(d_scratch.data(), 0, spec.bytes);
    return d_scratch.data();
  }
  View& view = *place.view;
  if (view.kind == ObjectKind::Private) {
    const std::uint8_t* written = item->private_memory + d_tables.private_bytes + place.offset;
    if (!spec.observes && std::memchr(written, 0, spec.bytes) != nullptr)
      never_written({view, spec, Trace::make(whole(item).number, 0, site), 0, place.offset}, place.offset,
                    kUndefinedPrivate);
    return item->private_memory + place.offset;
  }
  view.was_read = true;
  if (view.is_recorded && !spec.observes && !spec.non_temporal) {
    const std::uint32_t interval = kept_interval(view, &whole(item));
    if (!record({view, spec, Trace::make(whole(item).number, interval, site), interval, place.offset}))
      out_of_memory(site);
  }
  const std::uint64_t within = place.offset % kChunkBytes;
  const std::uint8_t* value = nullptr;
  if (within + spec.bytes <= kChunkBytes) {
    const Chunk* chunk = view.storage->chunk(place.offset);
    if (chunk != nullptr) value = chunk->data + within;
  } else if (view.storage->read(place.offset, d_scratch.data(), spec.bytes)) {
    value = d_scratch.data();
  }
  if (value == nullptr) out_of_memory(site);
  if (!spec.observes) trace(item, site, place, value);
  return value;
}

void GroupRunner::write(MachineItem* item, std::uint64_t address, std::uint32_t site,
                        const std::uint8_t* bytes) {
  const SiteSpec& spec = d_tables.sites[site];
  const Place place = locate(item, address, site);
  if (place.view == nullptr) return;
  if (place.view->kind == ObjectKind::Private) {
    std::memcpy(item->private_memory + place.offset, bytes, spec.bytes);
    std::memset(item->private_memory + d_tables.private_bytes + place.offset, 1, spec.bytes);
    return;
  }
  trace(item, site, place, bytes);
  const std::uint32_t interval = kept_interval(*place.view, &whole(item));
  if (!record({*place.view, spec, Trace::make(whole(item).number, interval, site), interval, place.offset,
               bytes}) ||
      !place.view->storage->write(place.offset, bytes, spec.bytes))
    out_of_memory(site);
}

std::uint64_t GroupRunner::atomic(MachineItem* item, std::uint64_t address, std::uint32_t site, AtomicOp op,
                                  std::uint64_t operand, std::uint64_t wanted) {
  const SiteSpec& spec = d_tables.sites[site];
  const Place place = locate(item, address, site);
  if (place.view == nullptr) return 0;
  std::uint64_t old = 0;
  if (place.view->kind == ObjectKind::Private) {
    std::uint8_t* at = item->private_memory + place.offset;
    std::memcpy(&old, at, spec.bytes);
    const std::uint64_t now = changed(op, old, operand, wanted, spec.bytes);
    std::memcpy(at, &now, spec.bytes);
    std::memset(at + d_tables.private_bytes, 1, spec.bytes);
    return old;
  }
  place.view->was_read = true;
  const std::uint32_t interval = kept_interval(*place.view, &whole(item));
  if (!record({*place.view, spec, Trace::make(whole(item).number, interval, site), interval, place.offset}))
    out_of_memory(site);
  Storage& storage = *place.view->storage;
  Chunk* chunk = storage.chunk(place.offset);
  if (chunk == nullptr) out_of_memory(site);
  {
    const ChunkLock lock(*chunk, d_state.several);
    storage.read(place.offset, reinterpret_cast<std::uint8_t*>(&old), spec.bytes);
    trace(item, site, place, reinterpret_cast<const std::uint8_t*>(&old));
    if (d_state.order) order_atomic(*static_cast<Item*>(item), spec, place, op);
    const std::uint64_t now = changed(op, old, operand, wanted, spec.bytes);
    if (op != AtomicOp::Load)
      storage.write(place.offset, reinterpret_cast<const std::uint8_t*>(&now), spec.bytes);
  }
  if (op == AtomicOp::Load) note_load({item, site, place.view, place.offset, old});
  return old;
}

void GroupRunner::trace_access(const MachineItem* item, std::uint32_t site, const Place& place,
                               const std::uint8_t* value) {
  WatchedStep step{.place = site,
                   .phase = d_phase,
                   .object = static_cast<std::uint32_t>(place.view - d_views.data()),
                   .interval = interval_of(*place.view, d_intervals),
                   .storage = place.view->storage,
                   .offset = place.offset};
  step.value_bytes = std::min<std::uint32_t>(d_tables.sites[site].bytes, WatchedStep::kValueBytes);
  std::memcpy(step.value.data(), value, step.value_bytes);
  if (d_tables.sites[site].kind == SiteKind::Write)
    place.view->storage->read(place.offset, step.before.data(), step.value_bytes);
  add_step(whole(item).number, step);
}

void GroupRunner::add_step(std::uint32_t item, const WatchedStep& step) const {
  for (Watch& watch : *d_state.watches) {
    if (watch.item != item || watch.steps.size() > kMaximumSteps) continue;
    watch.steps.push_back(step);
    watch.steps.back().order = ++d_state.watched_steps;
  }
}

bool GroupRunner::record(const Access& access) {
  Storage& storage = *access.view.storage;
  const std::uint64_t bytes = access.spec.bytes;
  if (d_state.watches != nullptr)
    for (Watch& watch : *d_state.watches)
      if (watch.item == access.trace.item() && watch.sites[access.trace.site()] &&
          watch.accesses.size() < kMaximumWatched)
        watch.accesses.push_back(watched(access));
  if (access.view.footprint != nullptr &&
      !access.view.footprint->note(access.offset, bytes, access.spec.kind,
                                   {access.trace.item(), access.trace.site()}, access.written,
                                   [this](std::uint64_t cost) { return d_launch.budget().take(cost); }))
    return false;
  ++d_instance;
  if (access.view.promised != nullptr && !note_promised(access)) return false;
  if (!d_flights.empty()) meet_flights(access);
  std::uint64_t offset = access.offset;
  const std::uint64_t end = offset + bytes;
  const bool by_byte = offset % 4 != 0 || bytes % 4 != 0;
  while (offset != end) {
    Chunk* chunk = storage.chunk(offset);
    if (chunk == nullptr) return false;
    const ChunkLock lock(*chunk, d_state.several);
    if (!storage.need_cells(*chunk, by_byte)) return false;
    const std::uint64_t grain = chunk->by_byte ? 1 : 4;
    const std::uint64_t within = offset % kChunkBytes;
    const std::uint64_t part = std::min(end - offset, kChunkBytes - within);
    d_compared += part / grain;
    for (std::uint64_t i = 0; i < part; i += grain)
      if (!record_cell(storage, *chunk, (within + i) / grain, access, offset + i)) return false;
    offset += part;
  }
  return true;
}

void GroupRunner::cover_write(const Trace& trace) {
  AccessSets& sets = d_launch.sets();
  const std::uint32_t site = sets.members(trace.site())[static_cast<std::size_t>(SiteKind::Write)];
  if (site != 0) sets.cover(site);
}

bool GroupRunner::record_cell(Storage& storage, Chunk& chunk, std::uint64_t cell, const Access& access,
                              std::uint64_t offset) {
  const SiteKind kind = access.spec.kind;
  const Trace first = chunk.planes[0][cell];
  const std::uint64_t grain = chunk.by_byte ? 1 : 4;
  const auto stores_others = [&] {
    return access.written == nullptr ||
           std::memcmp(chunk.data + cell * grain, access.written + (offset - access.offset), grain) != 0;
  };
  if (kind == SiteKind::Write && first.who_and_when() == access.trace.who_and_when() &&
      has(d_launch.sets().members(first.site()), SiteKind::Write) && stores_others()) {
    // The cell may keep the site of an earlier write by the same work-item, which then represents this one as
    // well.
    d_launch.sets().cover(access.trace.site());
    cover_write(first);
  }
  // The work-item was already the last one to access it, so there is nothing to add.
  if (first.who_and_when() == access.trace.who_and_when() && !chunk.planes[1] &&
      (first.site() == access.trace.site() ||
       (first.site() >= AccessSets::kFirst && has(d_launch.sets().members(first.site()), kind))))
    return true;
  Slots slots{first, {}, {}};
  // Each group has separate local memory.
  const bool stale = access.view.is_local && slots[0] && !d_range.contains(slots[0].item());
  if (stale) slots[0] = {};
  for (unsigned i = 1; i < 3; ++i)
    if (chunk.planes[i]) {
      if (stale) chunk.planes[i][cell] = {};
      slots[i] = chunk.planes[i][cell];
    }
  bool passed = false;  // records that a barrier of the grid orders before the access
  for (unsigned i = 0; i < 3; ++i) {
    if (!slots[i] || !is_before_grid_barrier(slots[i], access.view)) continue;
    passed = true;
    // If contents are undefined, the record of a write shows that the memory was written.
    if (i == 0 && access.view.is_undefined && any_write(d_launch.sets().members(slots[0].site()))) continue;
    slots[i] = chunk.planes[i][cell] = {};
  }
  if (passed && kind == SiteKind::Write) d_launch.sets().cover(access.trace.site());
  if (slots[0].bits == access.trace.bits && (kind != SiteKind::Write || !slots[1])) return true;
  bool others = false;
  for (const Trace& before : slots) others |= before && before.item() != access.trace.item();
  const bool same_bytes = others && access.written != nullptr && !stores_others();
  bool any = false;
  if (others)
    for (const Trace& before : slots)
      if (before) any |= compare(before, access, same_bytes, offset);
  if (access.view.is_undefined && kind != SiteKind::Write) {
    bool written = false;
    for (const Trace& before : slots) written |= before && any_write(d_launch.sets().members(before.site()));
    if (!written) never_written(access, offset);
  }
  return kind == SiteKind::Write ? keep_write(storage, chunk, cell, access, slots, same_bytes && any)
                                 : keep_shared(storage, chunk, cell, access, slots);
}

// A write replaces all earlier records. They are ordered before it, so a later access that races with them
// also races with the write; or a race was already reported here. Only a write of equal bytes by another
// work-item is kept, because this work-item may still store different bytes.
bool GroupRunner::keep_write(Storage& storage, Chunk& chunk, std::uint64_t cell, const Access& access,
                             const Slots& slots, bool equal) {
  AccessSets& sets = d_launch.sets();
  Trace now = access.trace;
  Trace other;
  for (const Trace& before : slots) {
    if (!before) continue;
    const bool wrote = has(sets.members(before.site()), SiteKind::Write);
    const bool ordered = d_range.contains(before.item()) && before.interval() != access.interval;
    if (ordered) sets.cover(access.trace.site());
    if (before.who_and_when() == now.who_and_when())
      now = now.with_site(sets.add(before.site(), access.trace.site()));
    else if (wrote && equal)
      other = before;
  }
  if (sets.covers(access.trace.site())) cover_write(now);
  chunk.planes[0][cell] = now;
  if (other && !storage.need_plane(chunk, 1)) return false;
  if (chunk.planes[1]) chunk.planes[1][cell] = other;
  if (chunk.planes[2]) chunk.planes[2][cell] = {};
  return true;
}

bool GroupRunner::keep_shared(Storage& storage, Chunk& chunk, std::uint64_t cell, const Access& access,
                              const Slots& slots) {
  AccessSets& sets = d_launch.sets();
  const Trace now = access.trace;
  for (unsigned i = 0; i < 3; ++i) {
    if (!slots[i] || slots[i].who_and_when() != now.who_and_when()) continue;
    if (slots[i].site() != now.site())
      chunk.planes[i][cell] = slots[i].with_site(sets.add(slots[i].site(), now.site()));
    return true;
  }
  if (!slots[0]) {
    chunk.planes[0][cell] = now;
    return true;
  }
  // Keeps two accesses in addition to a write, or one in addition to the first.
  const bool after_write = has(sets.members(slots[0].site()), SiteKind::Write);
  const unsigned first = after_write ? 1 : 0;
  unsigned place = first + 1;
  if (after_write && !slots[1]) {
    place = 1;
  } else if (slots[first + 1]) {
    const Trace kept[2] = {slots[first], slots[first + 1]};
    const auto atomic = [&](Trace trace) { return !has(sets.members(trace.site()), SiteKind::Read); };
    unsigned choice = 0;
    // For other groups, a copy's read is like any read of its group; its own group compares it in another
    // way.
    const bool copies = now.item() == agent();
    for (const Trace& before : kept)
      if (copies && !atomic(before) && d_range.contains(before.item())) return true;
    if (atomic(kept[0]) != atomic(kept[1]))
      choice = atomic(kept[0]) == is_atomic(access.spec.kind) ? 0 : 1;
    else if (atomic(kept[0]) != is_atomic(access.spec.kind))
      choice = 1;
    else
      choice = replaced(kept, now, d_range, d_launch.group_stride());
    if (choice == 2) return true;
    place = first + choice;
  }
  if (!storage.need_plane(chunk, place)) return false;
  chunk.planes[place][cell] = now;
  return true;
}

bool GroupRunner::compare(Trace before, const Access& access, bool same_bytes, std::uint64_t offset) {
  if (before.item() == access.trace.item() || is_before_grid_barrier(before, access.view)) return false;
  const bool is_read =
      before.site() < AccessSets::kFirst && d_tables.sites[before.site()].kind == SiteKind::Read;
  if (is_read && !is_write(access.spec.kind)) return false;
  const bool one_group = d_range.contains(before.item());
  const bool moments = has_moments(access.view);
  if (one_group && !moments && before.interval() != access.interval) return false;
  const bool one_sub_group = one_group && d_tables.uses_sub_groups &&
                             sub_group_of(before.item()) == sub_group_of(access.trace.item());
  bool any = false;
  for (const std::uint16_t site : d_launch.sets().members(before.site())) {
    if (site == 0) continue;
    const SiteSpec& one = d_tables.sites[site];
    const SiteSpec& two = access.spec;
    if (!is_write(one.kind) && !is_write(two.kind)) continue;
    // A load that is not coherent is judged by note_promised(), whatever orders it.
    if (access.view.promised != nullptr && (!one.is_coherent || !two.is_coherent)) continue;
    if (!one_group && d_state.order && comes_after(before, one, access)) continue;
    if (one_group && moments && is_ordered(before.interval(), d_views[one.object].is_image, access)) continue;
    // Atomics order themselves when they are of one width and each scope includes the other's work-item.
    auto least = one_group ? model::AtomicScope::WorkGroup : model::AtomicScope::Device;
    if (one_sub_group) least = model::AtomicScope::SubGroup;
    if (is_atomic(one.kind) && is_atomic(two.kind) && one.bytes == two.bytes && one.scope >= least &&
        two.scope >= least)
      continue;
    race(site, before, access, same_bytes && one.kind == SiteKind::Write, offset);
    any = true;
  }
  return any;
}

void GroupRunner::race(std::uint32_t before_site, Trace before, const Access& access, bool benign,
                       std::uint64_t offset) {
  const SiteSpec& one = d_tables.sites[before_site];
  const SiteSpec& two = access.spec;
  if (benign && (d_launch.sets().covers(before_site) || d_launch.sets().covers(access.trace.site())))
    d_state.may_hide = true;
  Seen& seen = d_seen.note(verdict::Property::DataRace, kind_of_race(one.kind, two.kind),
                           std::min(before_site, access.trace.site()),
                           std::max(before_site, access.trace.site()), d_instance);
  if (!seen.participants.empty() && (!seen.benign || benign)) return;
  seen.benign = benign;
  seen.participants.clear();
  const auto add = [&](std::uint32_t item, const SiteSpec& spec) {
    // Two pointers may reach one storage, with different origins.
    const bool is_known = spec.object != 0 && d_views[spec.object].storage == access.view.storage;
    const View& view = is_known ? d_views[spec.object] : access.view;
    Participant side = participant(item, spec.locations, name_of_access(spec.kind));
    side.work_item.bytes = spec.bytes;
    side.work_item.array = name_of(view);
    side.work_item.byte_offset = offset - view.origin - view.before;
    if (access.view.is_image) side.work_item.bytes = side.work_item.byte_offset = 0;
    seen.participants.push_back(std::move(side));
  };
  add(before.item(), one);
  add(access.trace.item(), two);
}

bool GroupRunner::note_promised(const Access& access) {
  const bool reads = access.spec.kind == SiteKind::Read;
  if (reads ? access.spec.is_coherent : !is_write(access.spec.kind)) return true;
  PromisedReads& promised = *access.view.promised;
  const std::lock_guard lock(promised.mutex);
  const FirstAccess now{access.trace.item(), access.trace.site()};
  if (!promised.accesses.note(access.offset, access.spec.bytes, access.spec.kind, now, access.written,
                              [this](std::uint64_t cost) { return d_launch.budget().take(cost); }))
    return false;
  for (std::uint64_t byte = access.offset; byte < access.offset + access.spec.bytes; ++byte) {
    const ByteAccesses there = promised.accesses.at(byte);
    FirstAccess read = there.of(SiteKind::Read), write = there.of(SiteKind::Write);
    if (!write) write = there.of(SiteKind::Atomic);
    (reads ? read : write) = now;
    if (!read || !write) continue;
    Seen& seen = d_seen.note(verdict::Property::DataRace, verdict::kNonCoherentRead, read.site, write.site,
                             d_instance);
    if (!seen.participants.empty()) continue;
    for (const FirstAccess& side : {read, write}) {
      const SiteSpec& spec = d_tables.sites[side.site];
      const bool is_known = spec.object != 0 && d_views[spec.object].storage == access.view.storage;
      const View& view = is_known ? d_views[spec.object] : access.view;
      Participant one = participant(side.item, spec.locations, name_of_access(spec.kind));
      one.work_item.bytes = spec.bytes;
      one.work_item.array = name_of(view);
      one.work_item.byte_offset = byte - view.origin - view.before;
      seen.participants.push_back(std::move(one));
    }
  }
  return true;
}

void GroupRunner::never_written(const Access& access, std::uint64_t offset, const char* kind) {
  Seen& seen = d_seen.note(verdict::Property::UninitialisedRead, kind, access.trace.site(), 0, d_instance);
  if (!seen.participants.empty()) return;
  Participant side =
      participant(access.trace.item(), access.spec.locations, name_of_access(access.spec.kind));
  side.work_item.bytes = access.spec.bytes;
  side.work_item.array = name_of(access.view);
  side.work_item.byte_offset = offset - access.view.origin - access.view.before;
  seen.participants.push_back(std::move(side));
}

}  // namespace launchproof::replay
