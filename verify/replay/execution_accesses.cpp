// What work-items do: accesses, barriers, loops.
#include <algorithm>
#include <cstring>

#include "verify/replay/execution.h"

namespace launchproof::replay {
namespace {

bool is_write(SiteKind kind) {
  return kind == SiteKind::Write || kind == SiteKind::Atomic;
}

const char* word(SiteKind kind) {
  switch (kind) {
    case SiteKind::Read:
      return "read";
    case SiteKind::Write:
      return "write";
    case SiteKind::Atomic:
    case SiteKind::AtomicLoad:
      break;
  }
  return "atomic";
}

std::string in_words(const std::vector<verdict::SourceLocation>& where) {
  return where.empty() ? "a place unknown" : where.front().file + ":" + std::to_string(where.front().line);
}

std::int64_t sign_extend(std::uint64_t value, std::uint32_t bytes) {
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << shift) >> shift;
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
    case AtomicOp::Load:
      break;
  }
  return old;
}

}  // namespace

std::uint64_t Execution::query(Query what, std::uint32_t dimension) const {
  if (what == Query::WorkDim) return d_facts.work_dim;
  const Item& item = d_items[d_item];
  const auto global = [&](std::uint32_t i) {
    return d_group[i] * d_facts.local_size[i] + item.local_id[i] + d_facts.global_offset[i];
  };
  if (what == Query::LocalLinearId)
    return item.local_id[0] + d_group_size[0] * (item.local_id[1] + d_group_size[1] * item.local_id[2]);
  if (what == Query::GlobalLinearId) {
    const auto from_start = [&](std::uint32_t i) { return global(i) - d_facts.global_offset[i]; };
    return from_start(0) + d_facts.global_size[0] * (from_start(1) + d_facts.global_size[1] * from_start(2));
  }
  const bool is_size = what == Query::LocalSize || what == Query::EnqueuedLocalSize ||
                       what == Query::NumGroups || what == Query::GlobalSize;
  if (dimension >= 3) return is_size ? 1 : 0;
  switch (what) {
    case Query::GlobalId:
      return global(dimension);
    case Query::LocalId:
      return item.local_id[dimension];
    case Query::GroupId:
      return d_group[dimension];
    case Query::LocalSize:
      return d_group_size[dimension];
    case Query::EnqueuedLocalSize:
      return d_facts.local_size[dimension];
    case Query::NumGroups:
      return d_groups[dimension];
    case Query::GlobalSize:
      return d_facts.global_size[dimension];
    case Query::GlobalOffset:
      return d_facts.global_offset[dimension];
    default:
      return 0;
  }
}

void Execution::barrier(std::uint32_t barrier, std::uint32_t fences) {
  step(d_image.tables.barriers[barrier].locations);
  d_items[d_item].barrier = barrier;
  d_items[d_item].fences = fences;
  const std::size_t item = d_item;
  d_fibers->pause();
  d_item = item;
}

void Execution::iterate(std::uint32_t loop) {
  ++d_iterations[d_item * d_image.tables.loops.size() + loop];
  step(d_image.tables.loops[loop].locations);
}

void Execution::check_limits(const std::vector<verdict::SourceLocation>& where) {
  if (d_steps > d_options.maximum_steps)
    give_up("the limit of " + std::to_string(d_options.maximum_steps) + " steps was reached at " +
            in_words(where));
  if (std::chrono::steady_clock::now() > d_deadline)
    give_up("the time limit was reached at " + in_words(where));
}

void Execution::give_up(std::string reason) {
  d_outcome.status = Status::Unknown;
  d_outcome.reason = std::move(reason);
  d_stopped = true;
  while (true) d_fibers->pause();  // `run_group` does not resume it
}

std::string Execution::name_of(const View& view) const {
  return d_image.tables.objects[static_cast<std::size_t>(&view - d_views.data())].name;
}

Seen* Execution::note(verdict::Property property, std::string kind, std::uint32_t one, std::uint32_t two) {
  const auto [found, made] =
      d_seen.try_emplace({static_cast<int>(property), kind, one, two}, d_outcome.seen.size());
  if (made) {
    Seen& seen = d_outcome.seen.emplace_back();
    seen.property = property;
    seen.kind = std::move(kind);
  }
  std::uint64_t& counted = d_counted[found->second];
  Seen& seen = d_outcome.seen[found->second];
  if (made || counted != d_instance) ++seen.count;
  counted = d_instance;
  return &seen;
}

Participant Execution::participant(std::uint32_t number,
                                   const std::vector<verdict::SourceLocation>& locations,
                                   std::string access) const {
  Participant result;
  result.locations = locations;
  result.work_item.access = std::move(access);
  std::uint64_t local = number % d_group_items, group = number / d_group_items;
  for (std::size_t i = 0; i < 3; ++i) {
    result.work_item.local_id[i] = local % d_facts.local_size[i];
    result.work_item.group_id[i] = group % d_groups[i];
    local /= d_facts.local_size[i];
    group /= d_groups[i];
    result.work_item.global_id[i] = result.work_item.group_id[i] * d_facts.local_size[i] +
                                    result.work_item.local_id[i] + d_facts.global_offset[i];
  }
  return result;
}

void Execution::wrong_address(std::uint64_t address, std::uint32_t site, const View* view,
                              std::int64_t offset) {
  const SiteSpec& spec = d_image.tables.sites[site];
  const bool is_null =
      view == nullptr && (address >> kSpanBits == 0 || address >> kSpanBits == UINT64_MAX >> kSpanBits);
  const char* beyond = offset < 0 ? "before the start" : "past the end";
  Seen* seen = is_null
                   ? note(verdict::Property::NullAccess, "null", site, 0)
                   : note(verdict::Property::OutOfBounds, view == nullptr ? "wild address" : beyond, site, 0);
  if (!seen->participants.empty()) return;
  Participant one = participant(d_items[d_item].number, spec.locations, word(spec.kind));
  one.work_item.bytes = spec.bytes;
  one.work_item.byte_offset = view == nullptr ? address : static_cast<std::uint64_t>(offset);
  if (view != nullptr) one.work_item.array = name_of(*view);
  seen->participants.push_back(std::move(one));
}

// Where an access goes; no view when it must not be done.
Execution::Place Execution::locate(std::uint64_t address, std::uint32_t site) {
  const SiteSpec& spec = d_image.tables.sites[site];
  ++d_access;
  ++d_instance;
  step(spec.locations);
  const std::uint64_t object = address >> kSpanBits;
  const auto offset = static_cast<std::int64_t>((address & (kObjectSpan - 1)) - kObjectBias);
  if (object == 0 || object >= d_views.size() || d_views[object].is_null) {
    wrong_address(address, site, nullptr, 0);
    return {};
  }
  View& view = d_views[object];
  if (view.bytes) {
    const auto from_start = static_cast<std::uint64_t>(offset);
    if (offset < 0 || from_start > *view.bytes || spec.bytes > *view.bytes - from_start) {
      wrong_address(address, site, &view, offset);
      return {};
    }
  }
  return {&view, view.origin + static_cast<std::uint64_t>(offset)};
}

const std::uint8_t* Execution::read(std::uint64_t address, std::uint32_t site) {
  const std::uint32_t bytes = d_image.tables.sites[site].bytes;
  const Place place = locate(address, site);
  if (place.view == nullptr) {
    std::memset(d_scratch.data(), 0, bytes);
    return d_scratch.data();
  }
  if (place.view->kind == ObjectKind::Private)
    return d_private.data() + d_item * d_image.tables.private_bytes + place.offset;
  // Constants and by-value structures cannot be written.
  if (place.view->kind == ObjectKind::Parameter || place.view->is_local) record(place, site, nullptr);
  place.view->was_read = true;
  const std::uint64_t within = place.offset % kChunkBytes;
  if (within + bytes <= kChunkBytes) {
    const Chunk* chunk = place.view->storage->chunk(place.offset);
    if (chunk != nullptr) return chunk->data.get() + within;
  } else if (place.view->storage->read(place.offset, d_scratch.data(), bytes)) {
    return d_scratch.data();
  }
  give_up("the memory limit was reached at " + in_words(d_image.tables.sites[site].locations));
}

void Execution::write(std::uint64_t address, std::uint32_t site, const std::uint8_t* bytes) {
  const SiteSpec& spec = d_image.tables.sites[site];
  const Place place = locate(address, site);
  if (place.view == nullptr) return;
  if (place.view->kind == ObjectKind::Private) {
    std::memcpy(d_private.data() + d_item * d_image.tables.private_bytes + place.offset, bytes, spec.bytes);
    return;
  }
  record(place, site, bytes);
  if (!place.view->storage->write(place.offset, bytes, spec.bytes))
    give_up("the memory limit was reached at " + in_words(spec.locations));
}

std::uint64_t Execution::atomic(std::uint64_t address, std::uint32_t site, AtomicOp op, std::uint64_t operand,
                                std::uint64_t wanted) {
  const SiteSpec& spec = d_image.tables.sites[site];
  const Place place = locate(address, site);
  if (place.view == nullptr) return 0;
  std::uint64_t old = 0;
  if (place.view->kind == ObjectKind::Private) {
    std::uint8_t* at = d_private.data() + d_item * d_image.tables.private_bytes + place.offset;
    std::memcpy(&old, at, spec.bytes);
    const std::uint64_t now = changed(op, old, operand, wanted, spec.bytes);
    std::memcpy(at, &now, spec.bytes);
    return old;
  }
  record(place, site, nullptr);
  place.view->was_read = true;
  auto* storage = place.view->storage;
  if (!storage->read(place.offset, reinterpret_cast<std::uint8_t*>(&old), spec.bytes))
    give_up("the memory limit was reached at " + in_words(spec.locations));
  const std::uint64_t now = changed(op, old, operand, wanted, spec.bytes);
  if (op != AtomicOp::Load)
    storage->write(place.offset, reinterpret_cast<const std::uint8_t*>(&now), spec.bytes);
  return old;
}

void Execution::record(const Place& place, std::uint32_t site, const std::uint8_t* written) {
  const SiteSpec& spec = d_image.tables.sites[site];
  const Item& item = d_items[d_item];
  const std::uint32_t interval = place.view->is_local ? d_local_interval : d_global_interval;
  const Trace now = Trace::make(item.number, interval, site);
  Storage& storage = *place.view->storage;
  if (d_watches != nullptr)
    for (Watch& watch : *d_watches)
      if (watch.item == item.number && watch.sites[site] && watch.accesses.size() < 1'000'000)
        watch.accesses.push_back({&storage, place.offset, spec.bytes, interval, site});
  std::uint64_t offset = place.offset;
  const std::uint64_t end = offset + spec.bytes;
  const bool by_byte = offset % 4 != 0 || spec.bytes % 4 != 0;
  while (offset != end) {
    Chunk* chunk = storage.chunk(offset);
    Cell* cells = chunk == nullptr ? nullptr : storage.cells(*chunk, by_byte);
    if (cells == nullptr) give_up("the memory limit was reached at " + in_words(spec.locations));
    const std::uint64_t grain = chunk->by_byte ? 1 : 4;
    const std::uint64_t within = offset % kChunkBytes;
    const std::uint64_t part = std::min(end - offset, kChunkBytes - within);
    for (std::uint64_t i = 0; i < part; i += grain) {
      const bool same = written != nullptr && std::memcmp(chunk->data.get() + within + i,
                                                          written + (offset + i - place.offset), grain) == 0;
      record_cell(storage, cells[(within + i) / grain], now, spec.kind, same, place, offset + i);
    }
    offset += part;
  }
}

bool Execution::concurrent(Trace before, Trace now) const {
  if (!before || before.item() == now.item()) return false;
  return before.interval() == now.interval() || !same_group(before.item(), now.item());
}

// Whether two atomics order themselves: of one width, and each scope includes the other's work-item.
bool Execution::excludes(Trace before, Trace now) const {
  const SiteSpec& one = d_image.tables.sites[before.site()];
  const SiteSpec& two = d_image.tables.sites[now.site()];
  const auto atomic = [](SiteKind kind) { return kind == SiteKind::Atomic || kind == SiteKind::AtomicLoad; };
  if (!atomic(one.kind) || !atomic(two.kind) || one.bytes != two.bytes) return false;
  const auto least =
      same_group(before.item(), now.item()) ? model::AtomicScope::WorkGroup : model::AtomicScope::Device;
  return one.scope >= least && two.scope >= least;
}

void Execution::record_cell(Storage& storage, Cell& cell, Trace now, SiteKind kind, bool same_bytes,
                            const Place& place, std::uint64_t offset) {
  const auto check = [&](Trace before, bool benign) {
    if (concurrent(before, now) && !excludes(before, now)) race(before, now, benign, place, offset);
  };
  check(cell.write, kind == SiteKind::Write && same_bytes);
  if (is_write(kind)) {
    check(cell.read, false);
    if (cell.more != 0)
      for (const Trace& read : storage.extra(cell.more).reads) check(read, false);
  }
  if (cell.more != 0)
    for (const Trace& atomic : storage.extra(cell.more).atomics) {
      // An atomic load does not conflict with a read, nor is it kept among these.
      check(atomic, false);
    }
  const auto extra = [&]() -> ExtraCell* {
    if (cell.more == 0) cell.more = storage.add_extra();
    if (cell.more == 0)
      give_up("the memory limit was reached at " + in_words(d_image.tables.sites[now.site()].locations));
    return &storage.extra(cell.more);
  };
  switch (kind) {
    case SiteKind::Write:
      cell.write = now;
      break;
    case SiteKind::Read:
    case SiteKind::AtomicLoad: {
      const Trace last = cell.read;
      if (last && last.item() != now.item()) {
        ExtraCell& more = *extra();
        more.reads[0] = last;
        if (!same_group(last.item(), now.item())) more.reads[1] = last;
      }
      cell.read = now;
      break;
    }
    case SiteKind::Atomic: {
      ExtraCell& more = *extra();
      const Trace last = more.atomics[0];
      if (last && last.item() != now.item()) {
        more.atomics[1] = last;
        if (!same_group(last.item(), now.item())) more.atomics[2] = last;
      }
      more.atomics[0] = now;
      break;
    }
  }
}

void Execution::race(Trace before, Trace now, bool benign, const Place& place, std::uint64_t offset) {
  const SiteSpec& one = d_image.tables.sites[before.site()];
  const SiteSpec& two = d_image.tables.sites[now.site()];
  std::string kinds[2] = {word(one.kind), word(two.kind)};
  if (kinds[1] < kinds[0]) std::swap(kinds[0], kinds[1]);
  Seen* seen = note(verdict::Property::DataRace, kinds[0] + "-" + kinds[1],
                    std::min(before.site(), now.site()), std::max(before.site(), now.site()));
  if (!seen->participants.empty() && (!seen->benign || benign)) return;
  seen->benign = benign;
  seen->participants.clear();
  for (const Trace& trace : {before, now}) {
    const SiteSpec& spec = d_image.tables.sites[trace.site()];
    Participant side = participant(trace.item(), spec.locations, word(spec.kind));
    side.work_item.bytes = spec.bytes;
    side.work_item.array = name_of(*place.view);
    side.work_item.byte_offset = offset - place.view->origin;
    seen->participants.push_back(std::move(side));
  }
}

}  // namespace launchproof::replay
