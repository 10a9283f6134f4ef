// Asynchronous copies and collective functions of the work-group.
#include <algorithm>
#include <cstring>
#include <limits>

#include "verify/replay/runner.h"

namespace launchproof::replay {
namespace {

template <typename T>
T value_of(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <typename T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

enum class Folding : std::uint8_t { Add, Min, Max };

Folding folding(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::ReduceMin:
    case CollectiveOp::InclusiveMin:
    case CollectiveOp::ExclusiveMin:
      return Folding::Min;
    case CollectiveOp::ReduceMax:
    case CollectiveOp::InclusiveMax:
    case CollectiveOp::ExclusiveMax:
      return Folding::Max;
    default:
      return Folding::Add;
  }
}

// Before any value: what a scan gives the first work-item.
template <typename T>
T neutral(Folding how) {
  using Limits = std::numeric_limits<T>;
  if (how == Folding::Add) return T(0);
  if (how == Folding::Min) return Limits::has_infinity ? Limits::infinity() : Limits::max();
  return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
}

template <typename T>
T fold(Folding how, T a, T b) {
  if (how == Folding::Min) return std::min(a, b);
  if (how == Folding::Max) return std::max(a, b);
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else {
    return a + b;
  }
}

template <typename T>
void reduce_or_scan(CollectiveOp op, std::vector<std::uint64_t>& values) {
  const Folding how = folding(op);
  T sum = neutral<T>(how);
  for (std::uint64_t& value : values) {
    const T before = sum;
    sum = fold(how, sum, value_of<T>(value));
    value = bits_of(op >= CollectiveOp::ExclusiveAdd ? before : sum);
  }
  if (op < CollectiveOp::InclusiveAdd) std::fill(values.begin(), values.end(), bits_of(sum));
}

}  // namespace

std::uint64_t GroupRunner::copy(MachineItem* item, std::uint32_t place, const GroupCopy& what) {
  auto& waiting = *static_cast<Item*>(item);
  waiting.copy = what;
  meet_at(waiting, place);
  return d_items.front().copy.event;
}

void GroupRunner::wait_for(MachineItem* item, std::uint64_t event) {
  static_cast<Item*>(item)->events.push_back(event);
}

void GroupRunner::wait(MachineItem* item, std::uint32_t place, bool all) {
  auto& waiting = *static_cast<Item*>(item);
  waiting.all_events = all;
  meet_at(waiting, place);
}

// The copy is made when all have called it. Its accesses are those of a work-item of its own, in every
// interval until it is waited for.
void GroupRunner::begin_copy(Item& one) {
  GroupCopy& copy = one.copy;
  if (copy.event == 0) copy.event = ++d_events;
  for (Item& item : d_items) item.copy.event = copy.event;
  const std::uint32_t agent = d_range.first + d_range.count - 1;
  const SiteSpec& reads = d_tables.sites[copy.read_site];
  const SiteSpec& writes = d_tables.sites[copy.write_site];
  std::vector<std::uint8_t> element(reads.bytes);
  d_meeting = true;
  for (std::uint64_t i = 0; i < copy.count; ++i) {
    const Place from = locate(&one, copy.from + i * copy.from_stride * reads.bytes, copy.read_site);
    const Place to = locate(&one, copy.to + i * copy.to_stride * writes.bytes, copy.write_site);
    const auto trace = [&](const Place& place, std::uint32_t site) {
      return Trace::make(agent, place.view->is_local ? d_local_interval : d_global_interval, site);
    };
    bool fits = true;
    std::fill(element.begin(), element.end(), 0);
    if (from.view != nullptr && from.view->storage != nullptr) {
      from.view->was_read = true;
      if (from.view->is_recorded)
        fits = record({*from.view, reads, trace(from, copy.read_site), from.offset});
      fits = fits && from.view->storage->read(from.offset, element.data(), reads.bytes);
    }
    if (to.view != nullptr && to.view->storage != nullptr)
      fits = fits && record({*to.view, writes, trace(to, copy.write_site), to.offset, element.data()}) &&
             to.view->storage->write(to.offset, element.data(), writes.bytes);
    if (fits) continue;
    const std::lock_guard lock(d_state.mutex);
    d_state.reason = "the memory limit was reached by an asynchronous copy";
    d_state.stopped = true;
    break;
  }
  d_meeting = false;
  d_copies.push_back(copy);
}

void GroupRunner::end_copies(const Item& one) {
  const auto is_awaited = [&](const GroupCopy& copy) {
    return one.all_events || std::find(one.events.begin(), one.events.end(), copy.event) != one.events.end();
  };
  for (const GroupCopy& copy : d_copies)
    if (is_awaited(copy)) date_copy(copy, true);
  std::erase_if(d_copies, is_awaited);
}

void GroupRunner::date_copy(const GroupCopy& copy, bool ended) {
  const auto side = [&](std::uint64_t address, std::uint64_t stride, std::uint32_t site) {
    const std::uint64_t bytes = d_tables.sites[site].bytes;
    for (std::uint64_t i = 0; i < copy.count; ++i) {
      const std::uint64_t at = address + i * stride * bytes;
      const std::uint64_t object = at >> kSpanBits;
      if (object == 0 || object >= d_views.size()) continue;
      const View& view = d_views[object];
      const std::uint64_t offset = at - address_of(object, 0);
      if (view.storage == nullptr || !view.is_recorded ||
          (view.bytes && (offset > *view.bytes || bytes > *view.bytes - offset)))
        continue;
      const std::uint32_t now = view.is_local ? d_local_interval : d_global_interval;
      date(view, view.origin + offset, bytes, ended ? 0 : now);
    }
  };
  side(copy.to, copy.to_stride, copy.write_site);
  side(copy.from, copy.from_stride, copy.read_site);
}

void GroupRunner::date(const View& view, std::uint64_t offset, std::uint64_t bytes,
                       std::uint32_t interval) const {
  const std::uint32_t agent = d_range.first + d_range.count - 1;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    Chunk* chunk = view.storage->chunk(offset + i);
    if (chunk == nullptr) return;
    if (d_state.several) chunk->lock();
    const std::uint64_t cell = (offset + i) % kChunkBytes / (chunk->by_byte ? 1 : 4);
    for (auto& plane : chunk->planes)
      if (plane && plane[cell].item() == agent)
        plane[cell] = Trace::make(agent, interval, plane[cell].site());
    if (d_state.several) chunk->unlock();
  }
}

std::uint64_t GroupRunner::collective(MachineItem* item, std::uint32_t place, const Collective& what,
                                      std::uint64_t value, std::uint64_t where) {
  auto& waiting = *static_cast<Item*>(item);
  waiting.collective = what;
  waiting.value = value;
  waiting.where = where;
  meet_at(waiting, place);
  return waiting.value;
}

void GroupRunner::collect() {
  std::vector<std::uint64_t> values;
  values.reserve(d_items.size());
  for (const Item& item : d_items) values.push_back(item.value);
  const Collective& what = d_items.front().collective;
  const auto truth = [](std::uint64_t value) { return static_cast<std::uint32_t>(value) != 0; };
  switch (what.op) {
    case CollectiveOp::All:
      std::fill(values.begin(), values.end(), std::all_of(values.begin(), values.end(), truth) ? 1 : 0);
      break;
    case CollectiveOp::Any:
      std::fill(values.begin(), values.end(), std::any_of(values.begin(), values.end(), truth) ? 1 : 0);
      break;
    case CollectiveOp::Broadcast: {
      const std::uint64_t where = d_items.front().where;
      const std::uint64_t x = where & 0xfffff, y = where >> 20 & 0xfffff, z = where >> 40;
      const std::uint64_t from = x + d_group.local_size[0] * (y + d_group.local_size[1] * z);
      const std::uint64_t value = from < values.size() ? values[from] : 0;
      std::fill(values.begin(), values.end(), value);
      break;
    }
    default:
      if (what.scalar == 'f')
        reduce_or_scan<float>(what.op, values);
      else if (what.scalar == 'd')
        reduce_or_scan<double>(what.op, values);
      else if (what.scalar == 'i' && what.bytes == 8)
        reduce_or_scan<std::int64_t>(what.op, values);
      else if (what.scalar == 'i')
        reduce_or_scan<std::int32_t>(what.op, values);
      else if (what.bytes == 8)
        reduce_or_scan<std::uint64_t>(what.op, values);
      else
        reduce_or_scan<std::uint32_t>(what.op, values);
  }
  for (std::size_t i = 0; i < d_items.size(); ++i) d_items[i].value = values[i];
}

}  // namespace launchproof::replay
