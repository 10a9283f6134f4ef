// The order of accesses of different groups by atomics and fences (happens_before.h).
#include "verify/replay/execution/runner.h"

namespace launchproof::replay {

Knowledge GroupRunner::own_knowledge(const Item& item) const {
  Knowledge result = item.order->known;
  const std::uint32_t group = (item.number - 1) / d_launch.group_stride();
  if (d_intervals.global > 1) Knowledge::put(result.groups, group, d_intervals.global - 1);
  Knowledge::put(result.items, item.number, d_intervals.global);
  return result;
}

bool GroupRunner::pays(LaunchOrder& order, std::uint64_t cost) {
  order.cost += cost;
  if (order.cost > kMostOrderCost) order.is_lost = true;
  return !order.is_lost;
}

void GroupRunner::fence(MachineItem* item, std::uint32_t order, std::uint32_t scope) {
  Item& caller = *static_cast<Item*>(item);
  LaunchOrder* all = d_state.order.get();
  if (all == nullptr || all->is_lost || scope < static_cast<std::uint32_t>(model::AtomicScope::Device))
    return;
  if (is_acquiring(order)) caller.order->known.join(caller.order->pending);
  if (!is_releasing(order)) return;
  caller.order->released = own_knowledge(caller);
  caller.order->has_released = true;
  const std::lock_guard lock(all->mutex);
  pays(*all, caller.order->released.size());
}

void GroupRunner::order_atomic(Item& item, const SiteSpec& spec, const Place& place, AtomicOp op) {
  LaunchOrder* all = d_state.order.get();
  if (all == nullptr) return;
  const std::lock_guard lock(all->mutex);
  if (all->is_lost) return;
  const std::uint32_t group = (item.number - 1) / d_launch.group_stride();
  Knowledge& told = all->carried[{place.view->storage, place.offset, group + 1}];
  if (!pays(*all, 2 * (told.size() + item.order->known.size()) + 1)) return;
  item.order->known.join(told);
  told.join(own_knowledge(item));
  if (place.view->is_local || spec.scope < model::AtomicScope::Device) return;
  Knowledge& carried = all->carried[{place.view->storage, place.offset, 0}];
  if (!pays(*all, carried.size())) return;
  if (op != AtomicOp::Store) {
    const bool acquires = is_acquiring(spec.order) || d_tables.is_cuda;
    (acquires ? item.order->known : item.order->pending).join(carried);
    Knowledge::join(item.order->known.atomics, carried.atomics);
    told.join(own_knowledge(item));
  }
  if (op == AtomicOp::Load) return;
  const ItemOrder::Place at{place.view->storage, place.offset};
  if (op == AtomicOp::Store) {
    const auto own = item.order->released_at.find(at);
    carried = own == item.order->released_at.end() ? Knowledge{} : own->second;
  }
  if (is_releasing(spec.order)) {
    const Knowledge own = own_knowledge(item);
    carried.join(own);
    item.order->released_at[at] = own;
    pays(*all, own.size());
  } else if (item.order->has_released) {
    carried.join(item.order->released);
  }
  Knowledge::put(carried.atomics, item.number, d_intervals.global);
}

void GroupRunner::join_orders() {
  Knowledge all;
  for (const Item& item : d_items) all.join(item.order->known);
  if (all.is_empty()) return;
  {
    const std::lock_guard lock(d_state.order->mutex);
    if (!pays(*d_state.order, all.size() * d_items.size())) return;
  }
  for (Item& item : d_items) item.order->known = all;
}

bool GroupRunner::comes_after(Trace before, const SiteSpec& site, const Access& access) const {
  const LaunchOrder* all = d_state.order.get();
  if (all == nullptr) return false;
  // Moments, which barriers of sub-groups need, are not monotonic, and copies are not ordered.
  if (all->is_lost || has_moments(access.view) || d_launch.is_of_copies(before.item()) ||
      !d_range.contains(access.trace.item()) || d_launch.is_of_copies(access.trace.item()))
    return true;
  const Knowledge& known = d_items[access.trace.item() - d_range.first].order->known;
  const std::uint32_t group = (before.item() - 1) / d_launch.group_stride();
  const bool is_atomic = site.kind == SiteKind::Atomic || site.kind == SiteKind::AtomicLoad;
  return Knowledge::holds(known.groups, group, before.interval()) ||
         Knowledge::holds(known.items, before.item(), before.interval()) ||
         (is_atomic && Knowledge::holds(known.atomics, before.item(), before.interval()));
}

}  // namespace launchproof::replay
