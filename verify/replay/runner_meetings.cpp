// Calls of asynchronous copies and of collective functions of the work-group.
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
  return waiting.copy.event;  // the first work-item may have begun the next copy
}

void GroupRunner::wait_for(MachineItem* item, std::uint64_t event) {
  static_cast<Item*>(item)->events.push_back(event);
}

void GroupRunner::wait(MachineItem* item, std::uint32_t place, bool all) {
  auto& waiting = *static_cast<Item*>(item);
  waiting.all_events = all;
  meet_at(waiting, place);
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
