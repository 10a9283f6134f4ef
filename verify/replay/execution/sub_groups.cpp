// Sub-groups of the current group. If a launch's mapping is unknown, they consist of consecutive work-items
// as well, since a device may do so.
#include <algorithm>

#include "verify/replay/execution/execution.h"
#include "verify/replay/execution/runner.h"

namespace launchproof::replay {

void GroupRunner::set_up_sub_groups() {
  d_sub_groups.clear();
  d_no_sub_group = {};
  if (!d_tables.uses_sub_groups) return;
  const std::size_t size = d_launch.sub_group_size();
  d_sub_group_of.assign(d_launch.group_stride(), UINT32_MAX);
  for (std::size_t first = 0; first < d_items.size(); first += size) {
    const std::size_t count = std::min(size, d_items.size() - first);
    for (std::size_t i = first; i < first + count; ++i) {
      d_items[i].sub_group = static_cast<std::uint32_t>(d_sub_groups.size());
      d_sub_group_of.at(d_items[i].number - d_range.first) = d_items[i].sub_group;
    }
    d_sub_groups.push_back({first, count, {}, 0});
  }
  // The recorded reads distinguish groups, but not sub-groups.
  if (d_has_sub_group_barriers) d_state.may_hide = true;
}

std::uint32_t GroupRunner::sub_group_of(std::uint32_t number) const {
  return d_sub_group_of.at(number - d_range.first);
}

std::uint64_t GroupRunner::query_sub_group(const Item& item, Query what) const {
  const SubGroup& own = d_sub_groups[item.sub_group];
  const std::uint64_t size = d_launch.sub_group_size();
  switch (what) {
    case Query::SubGroupLocalId:
      return static_cast<std::uint64_t>(&item - d_items.data()) - own.first;
    case Query::SubGroupId:
      return item.sub_group;
    case Query::SubGroupSize:
      return own.count;
    case Query::SubGroupCount:
      return d_sub_groups.size();
    case Query::MaximumSubGroupSize:
      return size;
    case Query::EnqueuedSubGroupCount:
      return (d_launch.group_items() + size - 1) / size;
    default:
      return 0;
  }
}

// Lets the waiting work-items of a sub-group continue once all of them have come.
GroupRunner::Meet GroupRunner::meet_of(SubGroup& sub_group) {
  if (d_tables.is_in_place)
    if (const Meet how = meet_by_masks(sub_group); how != Meet::Nobody) return how;
  if (const Meet how = exchange_of(sub_group); how != Meet::Nobody || d_tables.is_in_place) return how;
  const std::span<Item> items(d_items.data() + sub_group.first, sub_group.count);
  const auto waits = [&](const Item& item) {
    return !item.done && item.is_waiting &&
           d_tables.barriers[item.barrier].level == model::ConvergenceLevel::SubGroup;
  };
  const auto one = std::ranges::find_if(items, waits);
  if (one == items.end()) return Meet::Nobody;
  if (!come_together(*one, items)) return Meet::Apart;
  release(items);
  if (d_tables.barriers[one->barrier].kind == Meeting::Collective) {
    collect_all(items);
  } else {
    sub_group.intervals.pass(one->fences);
    sub_group.moment = 0;
  }
  return Meet::Passed;
}

// Does not wait for threads that have returned (PTX ISA 9.0, section 9.7.13.3).
GroupRunner::Meet GroupRunner::meet_by_masks(const SubGroup& sub_group) {
  const std::span<Item> items(d_items.data() + sub_group.first, sub_group.count);
  const auto waits = [&](const Item& item) {
    if (item.done || !item.is_waiting) return false;
    const BarrierSpec& barrier = d_tables.barriers[item.barrier];
    return barrier.level == model::ConvergenceLevel::SubGroup && barrier.kind != Meeting::Exchange;
  };
  std::vector<Item*> members;
  for (const Item& one : items) {
    if (!waits(one)) continue;
    members.clear();
    bool are_here = true;
    for (std::size_t place = 0; place < items.size() && are_here; ++place) {
      Item& other = items[place];
      if ((one.mask >> place & 1) == 0 || other.done) continue;
      are_here = waits(other) && other.mask == one.mask &&
                 d_tables.barriers[other.barrier].kind == d_tables.barriers[one.barrier].kind;
      members.push_back(&other);
    }
    if (!are_here || members.empty()) continue;
    if (d_tables.barriers[one.barrier].kind == Meeting::Collective) collect(members);
    for (Item* member : members) member->is_waiting = false;
    return Meet::Passed;
  }
  return Meet::Nobody;
}

std::uint32_t GroupRunner::moment_of(const Item* item) {
  const bool has_own = item != nullptr && d_has_sub_group_barriers;
  SubGroup& of = has_own ? d_sub_groups[item->sub_group] : d_no_sub_group;
  if (of.moment == 0) {
    if (d_moments.size() >= kMaximumInterval) {
      std::string reason = "a group passes more barriers than a replay can tell apart";
      if (item != nullptr) give_up(std::move(reason));
      stop(std::move(reason));
      return kMaximumInterval;
    }
    d_moments.push_back({d_intervals, of.intervals, has_own ? item->sub_group : UINT32_MAX});
    of.moment = static_cast<std::uint32_t>(d_moments.size());
  }
  return of.moment;
}

// An image and a pointer access are ordered if barriers fenced both images and global memory.
bool GroupRunner::is_ordered(std::uint32_t kept, bool of_image, const Access& now) const {
  if (kept == 0) return true;  // of a copy, which is compared in another way
  const Moment& before = d_moments[kept - 1];
  const Moment& moment = d_moments[now.interval - 1];
  const bool images = of_image || now.view.is_image, pointers = !of_image || !now.view.is_image;
  const bool share = before.sub_group == moment.sub_group && before.sub_group != UINT32_MAX;
  const auto is_apart = [&](std::uint32_t Intervals::* memory) {
    return before.of_group.*memory != moment.of_group.*memory ||
           (share && before.of_sub_group.*memory != moment.of_sub_group.*memory);
  };
  if (now.view.is_local) return is_apart(&Intervals::local);
  return (!images || is_apart(&Intervals::image)) && (!pointers || is_apart(&Intervals::global));
}

WatchedAccess GroupRunner::watched(const Access& access) const {
  const View& view = access.view;
  WatchedAccess result{view.storage,
                       access.offset,
                       interval_of(view, d_intervals),
                       other_interval_of(view, d_intervals),
                       access.trace.site(),
                       d_phase,
                       d_copying,
                       view.is_local,
                       view.is_image};
  result.object = static_cast<std::uint32_t>(&view - d_views.data());
  result.grid_phase = d_grid_phase;
  result.in_array = static_cast<std::int64_t>(access.offset - view.origin - view.before);
  if (!d_tables.uses_sub_groups) return result;
  result.sub_group = sub_group_of(access.trace.item());
  if (result.sub_group == UINT32_MAX) return result;
  const Intervals& intervals = d_sub_groups[result.sub_group].intervals;
  result.sub_interval = interval_of(view, intervals);
  result.other_sub_interval = other_interval_of(view, intervals);
  return result;
}

}  // namespace launchproof::replay
