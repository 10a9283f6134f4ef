// Performs asynchronous copies and detects accesses that conflict with copies in flight.
//
// A copy is performed when all work-items have called it. It is then compared with earlier accesses of the
// group in the same barrier interval, using the shadow. Later accesses, until its event has been waited for,
// are compared with the list of copies in flight, since no barrier orders a copy. In the shadow, a copy is a
// separate work-item. Its accesses count as ordered with those of its group (the list handles the unordered
// ones), and as unordered with all others.
#include <algorithm>

#include "verify/replay/execution/execution.h"
#include "verify/replay/execution/runner.h"

namespace launchproof::replay {
namespace {

// Steps between two checks of the limits.
constexpr std::uint64_t kElementsBetweenLooks = 1 << 12;

}  // namespace

std::uint32_t GroupRunner::agent() const {
  return d_range.first + d_range.count - 1;
}

// Returns the elements inside the array. The others are not accessed.
CopySide GroupRunner::side_of(std::uint64_t address, std::uint64_t stride, std::uint64_t count,
                              std::uint32_t site) const {
  const SiteSpec& spec = d_tables.sites[site];
  std::uint64_t object = address >> kSpanBits;
  if (spec.object != 0 && !d_views[spec.object].is_null) object = spec.object;
  CopySide side;
  side.site = site;
  if (object == 0 || object >= d_views.size() || d_views[object].storage == nullptr || count == 0)
    return side;
  const View& view = d_views[object];
  const auto first = static_cast<std::int64_t>(address - address_of(object, 0));
  side.view = &view;
  // A side that is further away than the distance between arrays is outside.
  const bool far = stride > kObjectSpan / spec.bytes;
  side.step = far ? kObjectSpan : stride * spec.bytes;
  side.count = side.step == 0 || far ? 1 : count;
  std::uint64_t skipped = 0;
  if (view.bytes) {
    const auto bytes = static_cast<std::int64_t>(*view.bytes), width = static_cast<std::int64_t>(spec.bytes);
    const auto step = static_cast<std::int64_t>(std::max<std::uint64_t>(side.step, 1));
    if (first < 0) skipped = static_cast<std::uint64_t>((step - 1 - first) / step);
    const std::int64_t room = bytes - width - first;
    const std::uint64_t end = room < 0 ? 0 : static_cast<std::uint64_t>(room / step) + 1;
    side.count = std::min(side.count, end);
    side.count -= std::min(side.count, skipped);
  }
  side.first = view.origin + static_cast<std::uint64_t>(first) + skipped * side.step;
  return side;
}

bool GroupRunner::covers(const CopySide& side, const View& view, std::uint64_t byte) const {
  if (side.view == nullptr || side.count == 0 || side.view->storage != view.storage) return false;
  const std::uint64_t from_first = byte - side.first;
  const std::uint64_t width = d_tables.sites[side.site].bytes;
  if (side.step == 0) return from_first < width;
  return from_first / side.step < side.count && from_first % side.step < width;
}

// Compares an access of the group, by a work-item or another copy, with the copies in flight.
void GroupRunner::meet_flights(const Access& access) {
  for (const Flight& flight : d_flights)
    for (const CopySide* side : {&flight.to, &flight.from}) {
      const SiteSpec& copied = d_tables.sites[side->site];
      if (copied.kind == SiteKind::Read && access.spec.kind != SiteKind::Write &&
          access.spec.kind != SiteKind::Atomic)
        continue;
      for (std::uint64_t i = 0; i < access.spec.bytes; ++i) {
        const std::uint64_t byte = access.offset + i;
        if (!covers(*side, access.view, byte)) continue;
        bool equal = false;
        if (access.written != nullptr && copied.kind == SiteKind::Write) {
          const Chunk* chunk = access.view.storage->chunk(byte);
          equal = chunk != nullptr && chunk->data[byte % kChunkBytes] == access.written[i];
        }
        race(side->site, Trace::make(agent(), 0, side->site), access, equal, byte);
      }
    }
}

void GroupRunner::begin_copy(Item& one) {
  GroupCopy& copy = one.copy;
  if (copy.event == 0) copy.event = ++d_events;
  for (Item& item : d_items) item.copy.event = copy.event;
  const SiteSpec& reads = d_tables.sites[copy.read_site];
  const SiteSpec& writes = d_tables.sites[copy.write_site];
  Flight flight;
  flight.event = copy.event;
  flight.number = ++d_copies;
  flight.to = side_of(copy.to, copy.to_stride, copy.count, copy.write_site);
  flight.from = side_of(copy.from, copy.from_stride, copy.count, copy.read_site);
  std::vector<std::uint8_t> element(reads.bytes);
  d_meeting = true;
  d_copying = flight.number;
  for (std::uint64_t i = 0; i < copy.count && !d_state.stopped; ++i) {
    if (i % kElementsBetweenLooks == kElementsBetweenLooks - 1)
      if (std::string reason = limit_reached(reads.locations); !reason.empty()) stop(std::move(reason));
    const Place from = locate(&one, copy.from + i * copy.from_stride * reads.bytes, copy.read_site);
    const Place to = locate(&one, copy.to + i * copy.to_stride * writes.bytes, copy.write_site);
    const auto access = [&](const Place& place, const SiteSpec& spec, std::uint32_t site) {
      return Access{*place.view,  spec,   Trace::make(agent(), 0, site), kept_interval(*place.view, nullptr),
                    place.offset, nullptr};
    };
    bool fits = true;
    std::fill(element.begin(), element.end(), 0);
    if (from.view != nullptr && from.view->storage != nullptr) {
      from.view->was_read = true;
      if (from.view->is_recorded) fits = record(access(from, reads, copy.read_site));
      fits = fits && from.view->storage->read(from.offset, element.data(), reads.bytes);
    }
    if (to.view != nullptr && to.view->storage != nullptr) {
      Access written = access(to, writes, copy.write_site);
      written.written = element.data();
      fits = fits && record(written) && to.view->storage->write(to.offset, element.data(), writes.bytes);
    }
    if (!fits) stop("the memory limit was reached by an asynchronous copy");
  }
  d_copying = 0;
  d_meeting = false;
  d_flights.push_back(flight);
}

void GroupRunner::end_copies(const Item& one) {
  for (std::size_t i = d_flights.size(); i-- > 0;) {
    const bool is_awaited = one.all_events || std::find(one.events.begin(), one.events.end(),
                                                        d_flights[i].event) != one.events.end();
    if (!is_awaited) continue;
    if (d_state.watches != nullptr)
      for (Watch& watch : *d_state.watches)
        if (watch.item == agent()) watch.ends[d_flights[i].number] = d_phase;
    d_flights.erase(d_flights.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// The kernel must wait for every copy before it ends.
void GroupRunner::note_copies_left() {
  for (const Flight& flight : d_flights) {
    ++d_instance;
    Seen& seen = d_seen.note(verdict::Property::DataRace, kNeverWaited, flight.to.site, 0, d_instance);
    if (!seen.participants.empty()) continue;
    seen.participants.push_back(
        participant(agent(), d_tables.sites[flight.to.site].locations, "goes on when the kernel ends"));
  }
  d_flights.clear();
}

}  // namespace launchproof::replay
