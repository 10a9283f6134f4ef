#include "tests/oracle/execution.h"

#include <algorithm>
#include <iterator>

#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

constexpr std::uint64_t kStepLimit = 2'000'000;  // instructions of all work-items together
constexpr std::uint64_t kTurn = 20'000;          // a spinning work-item gives way after this many
constexpr std::uint64_t kMostItems = 256;
constexpr std::uint64_t kMostLocalItems = 64;

}  // namespace

std::string Schedule::name() const {
  if (interleave) return "interleaved:" + std::to_string(seed);
  if (order == Order::Shuffled) return "shuffled:" + std::to_string(seed);
  return order == Order::Ascending ? "ascending" : "descending";
}

Execution::Execution(const Program& program, const Kernel& kernel, const LaunchOptions& options,
                     const Schedule& schedule, const Filling& filling, StackTable& stacks, Findings& findings)
    : d_program(program),
      d_kernel(kernel),
      d_options(options),
      d_schedule(schedule),
      d_filling(filling),
      d_stacks(stacks),
      d_findings(findings),
      d_memory(schedule.seed * 77 + static_cast<std::uint64_t>(schedule.order) * 3 + 1),
      d_random(mix(schedule.seed + 1)) {
  make_globals();
  make_buffers();
  make_groups();
}

void Execution::make_groups() {
  std::uint64_t items = 1;
  std::uint64_t local_items = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::uint64_t size = d_options.local_size[d];
    d_group_counts[d] = (d_options.global_size[d] + size - 1) / size;
    items *= d_options.global_size[d];
    local_items *= size;
  }
  if (items > kMostItems || local_items > kMostLocalItems) {
    throw CannotJudge{"the launch has too many work-items (at most " + std::to_string(kMostLocalItems) +
                      " in a group and " + std::to_string(kMostItems) +
                      " in all); give a smaller oracle-launch"};
  }
  const auto& count = d_group_counts;
  for (std::uint64_t g = 0; g < count[0] * count[1] * count[2]; ++g) {
    Group& group = *d_groups.emplace_back(std::make_unique<Group>());
    group.number = static_cast<std::uint32_t>(g);
    group.id = {g % count[0], g / count[0] % count[1], g / count[0] / count[1]};
    for (std::size_t d = 0; d < 3; ++d) {
      group.size[d] =
          std::min(d_options.local_size[d], d_options.global_size[d] - group.id[d] * d_options.local_size[d]);
    }
    fill_pool(group);
    const std::uint64_t size = group.size[0] * group.size[1] * group.size[2];
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::array<std::uint64_t, 3> local{i % group.size[0], i / group.size[0] % group.size[1],
                                               i / group.size[0] / group.size[1]};
      d_items.push_back(
          std::make_unique<WorkItem>(*this, group, local, static_cast<std::uint32_t>(d_items.size())));
      group.items.push_back(d_items.back().get());
    }
    divide(group);
    // The work-item's own accesses do not yet come after any access of the others.
    if (d_program.cuda)
      for (std::uint64_t i = 0; i < size; ++i) {
        group.items[i]->clocks().assign(size, 0);
        group.items[i]->clocks()[i] = 1;
      }
    make_arguments(group);
  }
  for (const auto& item : d_items)
    item->progress() = Progress({item->number(), item->group().number, item->sub_group().number},
                                d_items.size(), d_program.cuda);
}

// All sub-groups except for the last one are full.
void Execution::divide(Group& group) const {
  const std::size_t items = group.items.size();
  const std::size_t size = std::min<std::size_t>(d_schedule.sub_group_size, items);
  const std::size_t count = (items + size - 1) / size;
  group.sub_groups.resize(count);
  std::vector<WorkItem*> order(group.items);
  if (d_schedule.scattered) {
    order.clear();
    for (std::size_t first = 0; first < count; ++first)
      for (std::size_t i = first; i < items; i += count) order.push_back(group.items[i]);
  }
  for (std::size_t i = 0; i < items; ++i) {
    const std::size_t number = i / size;
    SubGroup& sub_group = group.sub_groups[number];
    sub_group.number = static_cast<std::uint32_t>(number);
    order[i]->join(sub_group, static_cast<std::uint32_t>(sub_group.items.size()));
    sub_group.items.push_back(order[i]);
  }
}

WorkItemId Execution::id_of(std::uint32_t item) const {
  const WorkItem& found = *d_items[item];
  return {found.group().id, found.local_id()};
}

// Ready work-items are kept in `d_ready`, in their order. Each runs until a barrier, unless the schedule
// interleaves them.
WorkItem* Execution::choose() {
  if (d_ready.empty()) return nullptr;
  if (!d_schedule.interleave) return d_ready.front();
  d_random = mix(d_random);
  return d_ready[d_random % d_ready.size()];
}

bool Execution::run() {
  for (const auto& item : d_items) d_ready.push_back(item.get());
  if (d_schedule.order == Schedule::Order::Descending) std::reverse(d_ready.begin(), d_ready.end());
  if (d_schedule.order == Schedule::Order::Shuffled) {
    for (std::size_t i = d_ready.size(); i > 1; --i) {
      d_random = mix(d_random);
      std::swap(d_ready[i - 1], d_ready[d_random % i]);
    }
  }
  d_steps_left = kStepLimit;
  while (WorkItem* item = choose()) {
    const std::uint64_t budget = std::min(kTurn, d_steps_left);
    if (budget == 0) return false;
    std::uint64_t steps = 0;
    const WorkItem::Stop stop = item->run(budget, d_schedule.interleave, steps);
    d_steps_left -= steps;
    Group& group = item->group();
    const auto place = std::find(d_ready.begin(), d_ready.end(), item);
    switch (stop) {
      case WorkItem::Stop::SharedAccess:
        break;
      case WorkItem::Stop::Budget:
        std::rotate(place, place + 1, d_ready.end());
        break;
      case WorkItem::Stop::Barrier:
      case WorkItem::Stop::Finished:
        d_ready.erase(place);
        ++(stop == WorkItem::Stop::Barrier ? group.waiting : group.finished);
        settle_sub_group(group, item->sub_group());
        settle(group);
        break;
    }
    if (group.abandoned) {
      std::erase_if(d_ready, [&](const WorkItem* other) { return &other->group() == &group; });
    }
  }
  report_missing_group();
  return true;
}

// Called when no work-item of the sub-group can continue and one of them waits for the sub-group: all must
// wait at the same place.
void Execution::settle_sub_group(Group& group, SubGroup& sub_group) {
  const WorkItem* waits = nullptr;
  for (const WorkItem* item : sub_group.items) {
    const bool stopped = item->at_barrier() || std::ranges::find(d_ready, item) == d_ready.end();
    if (!stopped || group.abandoned) return;
    if (waits == nullptr && item->at_sub_group_point()) waits = item;
  }
  if (waits == nullptr || (d_program.cuda && settle_warp(group, sub_group)) ||
      settle_exchange(group, sub_group))
    return;
  std::vector<WorkItem*> woken;
  for (WorkItem* item : sub_group.items) {
    if (item->left_out()) continue;
    if (!item->at_barrier()) {
      report_divergence(*waits, *item, "returned", waits->site(), item->site());
      return;
    }
    woken.push_back(item);
    if (item->position() == waits->position()) continue;
    const bool same = item->site() == waits->site();
    report_divergence(*waits, *item, same ? "different-iteration" : "different-barrier", waits->site(),
                      item->site());
    return;
  }
  const std::uint64_t fences = waits->fences();
  if (waits->group_call().combine) {
    if (woken.size() < sub_group.items.size())
      throw CannotJudge{"a sub-group function without the work-items that an assumption leaves out"};
    if (!combine(woken, {woken.size(), 1, 1})) return;
  }
  if ((fences & 1) != 0) ++sub_group.local_epoch;
  if ((fences & 2) != 0) {
    ++sub_group.global_epoch;
    meet(woken);
  }
  group.waiting -= woken.size();
  wake(std::move(woken));
}

// The threads of a warp that a function's mask names continue once all of them that have not returned have
// arrived.
bool Execution::settle_warp(Group& group, SubGroup& warp) {
  const WorkItem* waits = nullptr;
  const WorkItem* missing = nullptr;
  for (WorkItem* item : warp.items) {
    if (!item->at_sub_group_point()) continue;
    const GroupCall& call = item->group_call();
    if ((call.mask >> item->sub_group_place() & 1) == 0) {
      report_divergence(*item, *item, "not-in-mask", item->site(), item->site());
      return true;
    }
    const WorkItem* absent = nullptr;
    std::vector<WorkItem*> members;
    for (WorkItem* other : warp.items) {
      if ((call.mask >> other->sub_group_place() & 1) == 0 || other->left_out() ||
          other->has_returned_already())
        continue;
      const bool comes = other->at_sub_group_point() &&
                         other->group_call().warp_function == call.warp_function &&
                         other->group_call().mask == call.mask;
      if (!comes && absent == nullptr) absent = other;
      members.push_back(other);
    }
    if (absent == nullptr) {
      leave_warp_function(group, warp, members);
      return true;
    }
    if (waits == nullptr) {
      waits = item;
      missing = absent;
    }
  }
  if (waits == nullptr) return false;
  report_divergence(*waits, *missing, missing->at_barrier() ? "different-barrier" : "returned", waits->site(),
                    missing->site());
  return true;
}

void Execution::leave_warp_function(Group& group, SubGroup& warp, const std::vector<WorkItem*>& members) {
  Gathering some;
  for (const WorkItem* item : members) {
    if (item->position() != members.front()->position())
      throw CannotJudge{"threads of a warp that meet at different calls of one function"};
    some.members.push_back({item->sub_group_place(), item->group_call().given, item->group_call().operands});
  }
  if (members.size() < warp.items.size())
    for (const WorkItem* item : warp.items)
      if (item->left_out())
        throw CannotJudge{"a warp function without the threads that an assumption leaves out"};
  some.size = d_schedule.sub_group_size;
  some.arbitrary = [this] { return d_memory.random(); };
  const GroupCall call = members.front()->group_call();
  call.exchange(some);
  if (call.orders_memory) {
    join_clocks(members);
    meet(members);
  }
  for (std::size_t i = 0; i < members.size(); ++i) members[i]->finish_exchange(some.members[i].lanes);
  group.waiting -= members.size();
  wake(members);
}

void Execution::meet(const std::vector<WorkItem*>& items) {
  std::vector<Progress*> all;
  all.reserve(items.size());
  for (WorkItem* item : items) all.push_back(&item->progress());
  Progress::meet(all);
}

// Everything that these work-items did happens before everything that any of them does from now on.
void Execution::join_clocks(const std::vector<WorkItem*>& items) {
  if (items.empty() || items.front()->clocks().empty()) return;
  std::vector<std::uint32_t> joined = items.front()->clocks();
  for (WorkItem* item : items)
    for (std::size_t i = 0; i < joined.size(); ++i) joined[i] = std::max(joined[i], item->clocks()[i]);
  for (WorkItem* item : items) {
    item->clocks() = joined;
    ++item->clocks()[item->number() - item->group().items.front()->number()];
  }
}

// Work-items that wait in functions that a part of the sub-group may call continue at the earliest place,
// because the ones behind may still join others.
bool Execution::settle_exchange(Group& group, SubGroup& sub_group) {
  const WorkItem* first = nullptr;
  for (const WorkItem* item : sub_group.items)
    if (item->at_barrier() && item->group_call().exchange && (first == nullptr || item->waits_before(*first)))
      first = item;
  if (first == nullptr) return false;
  Gathering some;
  std::vector<WorkItem*> woken;
  for (WorkItem* item : sub_group.items) {
    if (item->left_out())
      throw CannotJudge{"a sub-group function without the work-items that an assumption leaves out"};
    if (!item->at_barrier() || !item->group_call().exchange || item->position() != first->position())
      continue;
    woken.push_back(item);
    some.members.push_back({item->sub_group_place(), item->group_call().given, item->group_call().operands});
  }
  if (woken.size() < sub_group.items.size() && !sub_group.exchanged.insert(first->position()).second)
    throw CannotJudge{"a sub-group function that some call after others, which may come together or not"};
  some.size = d_schedule.sub_group_size;
  some.arbitrary = [this] { return d_memory.random(); };
  const std::function<void(Gathering&)> exchange = first->group_call().exchange;
  exchange(some);
  for (std::size_t i = 0; i < woken.size(); ++i) woken[i]->finish_exchange(some.members[i].lanes);
  group.waiting -= woken.size();
  wake(std::move(woken));
  return true;
}

// Called when no work-item of the group can continue: all must wait at the same barrier, or all must have
// returned.
void Execution::settle(Group& group) {
  if (group.abandoned || group.waiting + group.finished < group.items.size()) return;
  // Excluded work-items are not waited for. No group function works without them.
  std::vector<WorkItem*> counted;
  std::ranges::copy_if(group.items, std::back_inserter(counted),
                       [](const WorkItem* item) { return !item->left_out(); });
  if (counted.empty()) return;
  const WorkItem& first = *counted.front();
  for (const WorkItem* other : counted) {
    if (other->collectives() != first.collectives()) {
      // The copy or wait that one of the work-items did not reach.
      const std::uint32_t missed = std::min(other->collectives(), first.collectives());
      const WorkItem& came = other->collectives() > missed ? *other : first;
      const WorkItem& stayed = &came == other ? first : *other;
      report_divergence(came, stayed, "collective", group.collectives[missed].site, stayed.site());
      return;
    }
  }
  if (group.waiting == 0) return;
  const WorkItem* at_barrier = nullptr;
  const WorkItem* returned = nullptr;
  for (const WorkItem* item : counted) {
    if (d_program.cuda && item->has_returned_already()) continue;
    const WorkItem*& place = item->at_barrier() ? at_barrier : returned;
    if (place == nullptr) place = item;
  }
  const bool awaits_ended = d_options.awaits_ended || d_program.cuda || at_barrier->group_call().combine;
  if (returned != nullptr && awaits_ended) {
    report_divergence(*at_barrier, *returned, "returned", at_barrier->site(), returned->site());
    return;
  }
  for (const WorkItem* item : group.items) {
    if (!item->at_barrier() || item->position() == at_barrier->position()) continue;
    const bool same = item->site() == at_barrier->site();
    report_divergence(*at_barrier, *item, same ? "different-iteration" : "different-barrier",
                      at_barrier->site(), item->site());
    return;
  }
  if (at_barrier->at_grid_barrier()) {
    // Every thread of several blocks has to come, even where a device counts blocks alone.
    for (const WorkItem* item : counted)
      if (d_groups.size() > 1 && item->has_returned_already()) {
        report_divergence(*at_barrier, *item, "returned", at_barrier->site(), item->site());
        return;
      }
    group.at_grid = true;
    settle_grid();
    return;
  }
  leave_barrier(group);
}

void Execution::settle_grid() {
  if (!std::ranges::all_of(d_groups, [](const auto& group) { return group->at_grid; })) return;
  std::vector<WorkItem*> all;
  for (const auto& item : d_items)
    if (!item->left_out()) all.push_back(item.get());
  meet(all);
  for (const auto& group : d_groups) {
    group->at_grid = false;
    leave_barrier(*group);
  }
}

void Execution::report_missing_group() {
  const auto waits = std::ranges::find_if(d_groups, [](const auto& group) { return group->at_grid; });
  const auto ended = std::ranges::find_if(d_groups, [](const auto& group) {
    return !group->at_grid && group->waiting == 0 && !group->abandoned;
  });
  if (waits == d_groups.end() || ended == d_groups.end()) return;
  const auto came =
      std::ranges::find_if((*waits)->items, [](const WorkItem* item) { return item->at_barrier(); });
  const WorkItem& absent = *(*ended)->items.front();
  report_divergence(**came, absent, "returned", (*came)->site(), absent.site());
}

void Execution::leave_barrier(Group& group) {
  std::vector<WorkItem*> woken;
  std::ranges::copy_if(group.items, std::back_inserter(woken),
                       [](const WorkItem* item) { return item->at_barrier(); });
  const std::uint64_t fences = woken.front()->fences();
  for (const WorkItem* item : woken) {
    if (item->fences() != fences) throw CannotJudge{"a barrier whose flags differ between work-items"};
  }
  if (woken.front()->group_call().combine) {
    if (woken.size() < group.items.size())
      throw CannotJudge{"a group function without the work-items that an assumption leaves out"};
    if (!combine(group.items, group.size)) return;
  }
  join_clocks(group.items);
  if ((fences & 1) != 0) ++group.local_epoch;
  if ((fences & 2) != 0) {
    ++group.global_epoch;
    meet(group.items);
  }
  // Before OpenCL C 2.0, the fence for global memory also covers images.
  if ((fences & 4) != 0 || ((fences & 2) != 0 && d_program.language < 200)) ++group.image_epoch;
  group.waiting = 0;
  wake(std::move(woken));
}

void Execution::wake(std::vector<WorkItem*> woken) {
  if (d_schedule.order == Schedule::Order::Descending) std::reverse(woken.begin(), woken.end());
  for (WorkItem* item : woken) item->pass_barrier();
  if (d_schedule.order == Schedule::Order::Shuffled) {
    for (std::size_t i = woken.size(); i > 1; --i) {
      d_random = mix(d_random);
      std::swap(woken[i - 1], woken[d_random % i]);
    }
  }
  // In descending order, this group comes first, so that orders between groups vary too.
  d_ready.insert(d_schedule.order == Schedule::Order::Descending ? d_ready.end() : d_ready.begin(),
                 woken.begin(), woken.end());
}

// Gives each work-item the result of the collective function at which all wait.
bool Execution::combine(const std::vector<WorkItem*>& items, const std::array<std::uint64_t, 3>& size) {
  const WorkItem& first = *items.front();
  std::vector<std::uint64_t> values;
  for (const WorkItem* item : items) {
    if (item->group_call().same != first.group_call().same) {
      report_divergence(first, *item, "collective", first.site(), item->site());
      return false;
    }
    values.push_back(item->group_call().value);
  }
  const GroupCall call = first.group_call();
  call.combine(values, size);
  for (std::size_t i = 0; i < values.size(); ++i) items[i]->finish_group_call(values[i]);
  return true;
}

// A copy that the work-item did not wait for continues when the kernel ends.
void Execution::report_unfinished(const WorkItem& item, std::uint32_t site) {
  const std::string key = "data-race/never-waited/" + std::to_string(site);
  if (d_findings.count_again(key, false)) return;
  Finding finding;
  finding.property = "data-race";
  finding.kind = "never-waited";
  finding.places = {d_stacks.resolve(site, d_program.places)};
  finding.work_items = {id_of(item.number())};
  finding.schedule = d_schedule.name();
  finding.contents = d_filling.name();
  d_findings.add(key, finding);
}

void Execution::report_divergence(const WorkItem& a, const WorkItem& b, const char* kind,
                                  std::uint32_t site_a, std::uint32_t site_b) {
  a.group().abandoned = true;
  Finding finding;
  finding.property = "barrier-divergence";
  finding.kind = kind;
  finding.places = {d_stacks.resolve(site_a, d_program.places), d_stacks.resolve(site_b, d_program.places)};
  // Returns the branch at which the two diverged.
  const auto [x, y] =
      std::mismatch(a.decisions().begin(), a.decisions().end(), b.decisions().begin(), b.decisions().end());
  if (x != a.decisions().end()) {
    finding.places.push_back(d_stacks.resolve(x->site, d_program.places));
  } else if (y != b.decisions().end()) {
    finding.places.push_back(d_stacks.resolve(y->site, d_program.places));
  }
  finding.work_items = {id_of(a.number()), id_of(b.number())};
  finding.schedule = d_schedule.name();
  finding.contents = d_filling.name();
  std::string key = "barrier-divergence/" + finding.kind;
  for (const std::uint32_t line : finding.lines()) key += "/" + std::to_string(line);
  d_findings.add(key, finding);
}

}  // namespace launchproof::oracle
