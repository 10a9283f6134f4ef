// Calls of asynchronous copies and of collective functions of the work-group and of the sub-group.
#include <algorithm>

#include "verify/replay/execution/folds.h"
#include "verify/replay/execution/runner.h"

namespace launchproof::replay {
namespace {

FoldOp folding(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::ReduceMin:
    case CollectiveOp::InclusiveMin:
    case CollectiveOp::ExclusiveMin:
      return FoldOp::Min;
    case CollectiveOp::ReduceMax:
    case CollectiveOp::InclusiveMax:
    case CollectiveOp::ExclusiveMax:
      return FoldOp::Max;
    default:
      return FoldOp::Add;
  }
}

template <typename T>
void reduce_or_scan(CollectiveOp op, std::vector<std::uint64_t>& values) {
  const FoldOp how = folding(op);
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

void GroupRunner::collect_all(std::span<Item> items) {
  std::vector<Item*> all;
  all.reserve(items.size());
  for (Item& item : items)
    if (!item.done) all.push_back(&item);
  collect(all);
}

void GroupRunner::collect(std::span<Item* const> items) {
  std::vector<std::uint64_t> values;
  values.reserve(items.size());
  for (const Item* item : items) values.push_back(item->value);
  const Collective& what = items.front()->collective;
  const bool of_sub_group =
      d_tables.barriers[items.front()->barrier].level == model::ConvergenceLevel::SubGroup;
  const auto truth = [](std::uint64_t value) { return static_cast<std::uint32_t>(value) != 0; };
  switch (what.op) {
    case CollectiveOp::All:
      std::fill(values.begin(), values.end(), std::all_of(values.begin(), values.end(), truth) ? 1 : 0);
      break;
    case CollectiveOp::Any:
      std::fill(values.begin(), values.end(), std::any_of(values.begin(), values.end(), truth) ? 1 : 0);
      break;
    case CollectiveOp::Broadcast: {
      const std::uint64_t where = items.front()->where;
      const std::uint64_t x = where & 0xfffff, y = where >> 20 & 0xfffff, z = where >> 40;
      const std::uint64_t from =
          of_sub_group ? where : x + d_group.local_size[0] * (y + d_group.local_size[1] * z);
      if (from >= values.size()) d_open_exchanges = 1;
      const std::uint64_t value = from < values.size() ? values[from] : 0;
      std::fill(values.begin(), values.end(), value);
      break;
    }
    default:
      with_type(what.scalar, what.bytes, [&](auto type) {
        if (folding(what.op) == FoldOp::Add && !is_sum_fixed<decltype(type)>(values)) d_open_exchanges = 1;
        reduce_or_scan<decltype(type)>(what.op, values);
      });
  }
  for (std::size_t i = 0; i < items.size(); ++i) items[i]->value = values[i];
}

}  // namespace launchproof::replay
