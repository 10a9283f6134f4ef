#include "verify/replay/execution/runner.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "verify/effort/clock.h"

namespace launchproof::replay {
namespace {

constexpr std::uint64_t kMostEqualLoads = 1 << 16;  // number in a row after which a work-item counts as
                                                    // waiting for ever

// Iterations between two checks of the limits.
constexpr std::int64_t kFuel = 1 << 14;

std::string in_words(const std::vector<verdict::SourceLocation>& where) {
  return where.empty() ? "a place unknown" : where.front().file + ":" + std::to_string(where.front().line);
}

}  // namespace

GroupRunner::GroupRunner(RunState& state)
    : d_state(state),
      d_launch(state.launch),
      d_tables(state.launch.tables()),
      d_views(state.launch.views()),
      d_fuel(kFuel) {
  for (View& view : d_views) {
    view.was_read = false;
    if (!view.is_local) continue;
    d_local.push_back(std::make_unique<Storage>(d_launch.budget(), view.bytes, nullptr, nullptr));
    view.storage = d_local.back().get();
  }
  for (const View& view : d_views) {
    DirectView& direct = d_direct.emplace_back();
    direct.shift = view.shift;
    if (view.is_recorded || view.is_null || view.storage == nullptr || !view.bytes) continue;
    if (view.access == model::KernelAccess::WriteOnly) continue;  // every read of it is recorded
    direct.chunks = view.storage->table();
    if (direct.chunks == nullptr) continue;
    direct.limit = *view.bytes;
    direct.origin = view.origin;
  }
  std::uint64_t widest = 64;
  for (const SiteSpec& site : d_tables.sites) widest = std::max<std::uint64_t>(widest, site.bytes);
  d_scratch.resize(widest);
  d_has_sub_group_barriers = std::ranges::any_of(d_tables.barriers, [](const BarrierSpec& barrier) {
    return barrier.kind == Meeting::Barrier && barrier.level == model::ConvergenceLevel::SubGroup;
  });
  // Code needs less than this for spilled values, including the widest vectors.
  d_fibers = std::make_unique<Fibers>((64 << 10) + 256 * d_tables.instructions + d_tables.stack_bytes);
  if (d_tables.is_in_place) d_local_memory.resize(d_launch.local_bytes());
}

GroupRunner::~GroupRunner() = default;

std::vector<bool> GroupRunner::was_read() const {
  std::vector<bool> result;
  result.reserve(d_views.size());
  for (const View& view : d_views) result.push_back(view.was_read);
  return result;
}

void GroupRunner::set_up_items(const std::array<std::uint64_t, 3>& group) {
  const model::LaunchFacts& facts = d_launch.facts();
  for (std::size_t i = 0; i < 3; ++i) {
    d_group.group_id[i] = group[i];
    d_group.local_size[i] =
        std::min(facts.local_size[i], facts.global_size[i] - group[i] * facts.local_size[i]);
    d_group.enqueued_local_size[i] = facts.local_size[i];
    d_group.num_groups[i] = d_launch.groups()[i];
    d_group.global_size[i] = facts.global_size[i];
    d_group.global_offset[i] = facts.global_offset[i];
  }
  d_range = {d_launch.number_of(group, {0, 0, 0}), d_launch.group_stride()};
  // A group of the same size has the same work-items at other places.
  if (d_tables.is_in_place && std::ranges::equal(d_items_of, d_group.local_size)) {
    move_items(group);
    return;
  }
  std::ranges::copy(d_group.local_size, d_items_of);
  d_items.resize(d_group.local_size[0] * d_group.local_size[1] * d_group.local_size[2]);
  d_private.assign(d_items.size() * 2 * d_tables.private_bytes, 0);  // including flags for the written bytes
  d_iterations.assign(d_items.size() * d_tables.loops.size(), 0);
  std::size_t next = 0;
  for (std::uint64_t z = 0; z < d_group.local_size[2]; ++z)
    for (std::uint64_t y = 0; y < d_group.local_size[1]; ++y)
      for (std::uint64_t x = 0; x < d_group.local_size[0]; ++x) {
        Item& item = d_items[next];
        item.runner = this;
        item.arguments = d_launch.arguments();
        item.views = d_direct.data();
        item.private_memory = d_private.data() + next * 2 * d_tables.private_bytes;
        item.local_memory = d_local_memory.data();
        item.group = &d_group;
        item.fuel = &d_fuel;
        item.open_floats = &d_open_floats;
        item.open_divisions = &d_open_divisions;
        const std::uint64_t local[3] = {x, y, z};
        for (std::size_t i = 0; i < 3; ++i) {
          item.local_id[i] = local[i];
          item.global_id[i] = group[i] * facts.local_size[i] + local[i] + facts.global_offset[i];
        }
        item.number = d_launch.number_of(group, {x, y, z});
        item.barrier = UINT32_MAX;
        item.done = item.left_out = item.has_returned = item.is_waiting = false;
        item.events.clear();
        ++next;
      }
  set_up_sub_groups();
}

void GroupRunner::move_items(const std::array<std::uint64_t, 3>& group) {
  const model::LaunchFacts& facts = d_launch.facts();
  std::uint32_t number = d_range.first;
  for (Item& item : d_items) {
    for (std::size_t i = 0; i < 3; ++i)
      item.global_id[i] = group[i] * facts.local_size[i] + item.local_id[i] + facts.global_offset[i];
    item.number = number++;
    item.barrier = UINT32_MAX;
    item.done = item.left_out = item.has_returned = item.is_waiting = false;
  }
  set_up_sub_groups();
}

void GroupRunner::run(const std::array<std::uint64_t, 3>& group) {
  if (start(group)) advance();
}

bool GroupRunner::start(const std::array<std::uint64_t, 3>& group) {
  for (std::size_t i = 0; i < 3; ++i)
    if (group[i] >= d_launch.groups()[i]) return false;
  set_up_items(group);
  if (d_state.order)
    for (Item& item : d_items) item.order = std::make_unique<ItemOrder>();
  d_intervals = {};
  d_moments.clear();
  d_flights.clear();
  d_copies = d_phase = 0;
  d_left = d_is_at_grid_barrier = false;
  d_grid_phase = 0;
  d_first_of_grid = {};
  // When a witness is replayed, a group that does not end must leave its share to the other group.
  const Options& options = d_launch.options();
  if (d_state.watches != nullptr && options.groups.size() > 1)
    d_group_end = steps() + options.maximum_steps / options.groups.size();
  ++d_groups_run;
  d_items_run += d_items.size();
  const std::size_t fibers = d_tables.barriers.empty() ? 1 : d_items.size();
  for (std::size_t i = 0; i < fibers; ++i) {
    if (d_fibers->start(i, &GroupRunner::item_body, this)) continue;
    stop("no memory for the stacks of " + std::to_string(fibers) + " work-items");
    return false;
  }
  return true;
}

GroupRunner::Progress GroupRunner::advance() {
  const bool one_stack = d_tables.barriers.empty();
  const std::size_t fibers = one_stack ? 1 : d_items.size();
  bool more = true;
  const auto is_over = [&] { return d_left || d_state.stopped; };
  while (more && !is_over()) {
    for (std::size_t i = 0; i < fibers && !is_over(); ++i)
      if (!d_items[i].done && !d_items[i].is_waiting) d_fibers->resume(i);
    more = !is_over() && !one_stack && meet();
    if (d_is_at_grid_barrier) return Progress::AtGridBarrier;
  }
  return one_stack || std::ranges::all_of(d_items, &Item::done) ? Progress::Ended : Progress::Left;
}

GroupRunner::Numbering GroupRunner::numbering() const {
  return {std::max({d_intervals.local, d_intervals.global, d_intervals.image}),
          static_cast<std::uint32_t>(d_moments.size())};
}

void GroupRunner::pass_grid_barrier(const Numbering& latest) {
  d_is_at_grid_barrier = false;
  release(d_items);
  ++d_phase;
  ++d_grid_phase;
  if (d_tables.is_in_place) return;
  pass_barrier(kEveryFence);
  const std::uint32_t next = latest.interval + 1;
  d_intervals = {next, next, next};
  d_moments.resize(latest.moment);
  d_first_of_grid = {next, latest.moment + 1};
  if (next <= kMaximumInterval) return;
  stop("the launch passes more than " + std::to_string(kMaximumInterval - 1) + " barriers");
}

void GroupRunner::note_missing(const GroupRunner& ended) {
  const Item& one = *std::ranges::find_if(d_items, [](const Item& item) { return !item.done; });
  if (d_tables.is_in_place)
    stop("blocks wait forever at a barrier of the grid, at " +
         in_words(d_tables.barriers[one.barrier].locations));
  else
    note_divergence(one, ended.d_items.front(), false);
}

void GroupRunner::note_not_cooperative() {
  const Item& one = *std::ranges::find_if(d_items, [](const Item& item) { return !item.done; });
  const BarrierSpec& barrier = d_tables.barriers[one.barrier];
  if (d_tables.is_in_place) {
    const std::lock_guard lock(d_state.mutex);
    if (d_state.end == LaunchEnd::Completed) d_state.end = LaunchEnd::Trap;
    d_state.reason = "the launch is not cooperative, so that the barrier of the grid at " +
                     in_words(barrier.locations) + " ends it";
    d_state.stopped = true;
    return;
  }
  Seen& seen = d_seen.note(verdict::Property::BarrierDivergence, verdict::kNotCooperative, one.barrier,
                           UINT32_MAX, ++d_instance);
  if (seen.participants.empty())
    seen.participants.push_back(participant(one.number, barrier.locations, "reaches the barrier"));
}

void GroupRunner::item_body(void* self, std::size_t index) {
  auto& runner = *static_cast<GroupRunner*>(self);
  const EntryPoint entry = runner.d_launch.image().entry;
  if (!runner.d_tables.barriers.empty()) {
    entry(&runner.d_items[index]);
    runner.d_items[index].done = true;
    return;
  }
  for (Item& item : runner.d_items) entry(&item);
}

std::uint64_t& GroupRunner::iterations(const MachineItem* item, std::uint32_t loop) {
  const auto index = static_cast<std::size_t>(static_cast<const Item*>(item) - d_items.data());
  return d_iterations[index * d_tables.loops.size() + loop];
}

void GroupRunner::note_divergence(const Item& one, const Item& other, bool differ) {
  const BarrierSpec& barrier = d_tables.barriers[one.barrier];
  ++d_instance;
  const char* kind = barrier.kind == Meeting::Barrier ? "divergent barrier" : "divergent group function";
  if (differ) kind = barrier.kind == Meeting::Wait ? "differing events" : "differing arguments";
  Seen& seen = d_seen.note(verdict::Property::BarrierDivergence, kind, one.barrier,
                           other.done ? UINT32_MAX : other.barrier, d_instance);
  if (!seen.participants.empty()) return;
  const auto reaches = [&](const Item& item) {
    const BarrierSpec& spec = d_tables.barriers[item.barrier];
    return participant(item.number, spec.locations,
                       spec.kind == Meeting::Barrier ? "reaches the barrier" : "reaches the group function");
  };
  seen.participants.push_back(reaches(one));
  seen.participants.push_back(other.done ? participant(other.number, {}, "returns") : reaches(other));
}

// At one place, all work-items must pass the same events, the same arguments of a copy, or the same ids of a
// broadcast.
bool GroupRunner::hands_in_other(const Item& one, const Item& other) const {
  if (other.done || other.barrier != one.barrier) return false;
  switch (d_tables.barriers[one.barrier].kind) {
    case Meeting::Barrier:
    case Meeting::Exchange:
      return false;
    case Meeting::Copy:
      return other.copy != one.copy;
    case Meeting::Wait:
      return other.events != one.events;
    case Meeting::Collective:
      return other.where != one.where;
  }
  return false;
}

void GroupRunner::release(std::span<Item> items) {
  for (Item& item : items) item.is_waiting = false;
}

bool GroupRunner::come_together(const Item& one, std::span<Item> items) {
  const BarrierSpec& barrier = d_tables.barriers[one.barrier];
  if (d_tables.is_in_place) {
    // As on GPUs, a barrier counts the work-items that wait at any place, and ignores those that have ended.
    const auto is_lacking = [&](const Item& other) {
      return !other.done && other.barrier != one.barrier &&
             (d_tables.barriers[other.barrier].kind != barrier.kind ||
              d_tables.barriers[other.barrier].level != barrier.level);
    };
    if (std::ranges::none_of(items, is_lacking)) return true;
    stop("threads of a block wait at different barriers for ever, one at " + in_words(barrier.locations));
    return false;
  }
  const bool is_cuda_rule = d_launch.options().barrier_rule == model::BarrierRule::Cuda;
  for (const Item& other : items) {
    if (other.has_returned && is_cuda_rule && barrier.kind == Meeting::Collective) {
      stop("a function of the warp or block lacks threads that have returned, at " +
           in_words(barrier.locations));
      return false;
    }
    if (other.left_out && barrier.kind != Meeting::Barrier) {
      stop("a group function lacks work-items that an assumption leaves out, at " +
           in_words(barrier.locations));
      return false;
    }
    const bool may_lack = is_cuda_rule && barrier.kind == Meeting::Barrier &&
                          (d_tables.is_cuda ? other.has_returned : other.done);
    if (other.left_out || may_lack) continue;
    bool apart = other.done || other.barrier != one.barrier;
    if (!other.done) {
      const std::uint32_t own = barrier.unaligned, others = d_tables.barriers[other.barrier].unaligned;
      if (own != 0 && own == others) continue;
      if ((own == 0) != (others == 0)) {
        stop("threads of a block wait at barriers of which one is aligned and another is not, one at " +
             in_words(barrier.locations));
        return false;
      }
    }
    if (!apart)
      for (const std::uint32_t loop : barrier.loops)
        apart |= iterations(&other, loop) != iterations(&one, loop);
    const bool differ = !apart && hands_in_other(one, other);
    if (!apart && !differ) continue;
    note_divergence(one, other, differ);
    return false;  // the group's behaviour from here on is undefined
  }
  return true;
}

bool GroupRunner::meet() {
  // If a sub-group can continue, its group has not come together yet.
  bool goes_on = false;
  for (SubGroup& sub_group : d_sub_groups) {
    const Meet how = meet_of(sub_group);
    if (how == Meet::Apart) return false;
    goes_on |= how == Meet::Passed;
  }
  if (goes_on) return true;
  std::size_t first = d_items.size();
  for (std::size_t i = 0; i < d_items.size() && first == d_items.size(); ++i)
    if (!d_items[i].done) first = i;
  if (first == d_items.size()) {
    note_copies_left();
    return false;
  }
  Item& one = d_items[first];
  const BarrierSpec& barrier = d_tables.barriers[one.barrier];
  if (!come_together(one, d_items)) return false;
  if (barrier.level == model::ConvergenceLevel::Grid) {
    d_is_at_grid_barrier = true;
    return true;
  }
  release(d_items);
  ++d_phase;
  switch (barrier.kind) {
    case Meeting::Barrier:
    case Meeting::Exchange:  // of sub-groups alone
      break;
    case Meeting::Copy:
      begin_copy(one);
      return true;
    case Meeting::Wait:
      end_copies(one);
      for (Item& item : d_items) item.events.clear();
      return true;
    case Meeting::Collective:
      collect_all(d_items);
      return true;
  }
  pass_barrier(one.fences);
  if (std::max({d_intervals.local, d_intervals.global, d_intervals.image}) <= kMaximumInterval) return true;
  leave_group("a group passes more than " + std::to_string(kMaximumInterval - 1) + " barriers at " +
              in_words(barrier.locations));
  return false;
}

void GroupRunner::pass_barrier(std::uint32_t fences) {
  if (d_tables.is_in_place) return;  // no accesses are compared
  const bool global = (fences & kGlobalFence) != 0, image = (fences & kImageFence) != 0;
  if (d_state.order && global) join_orders();
  d_intervals.pass(fences);
  for (SubGroup& sub_group : d_sub_groups) sub_group.moment = 0;
  d_no_sub_group.moment = 0;
  // Reads recorded only for the latest interval do not represent earlier reads of the other kind.
  if (global != image && std::ranges::any_of(d_views, [](const View& view) { return view.is_mixed; }))
    d_state.may_hide = true;
}

std::uint64_t GroupRunner::shift_of(std::uint64_t pointer) const {
  const std::uint64_t object = pointer >> kSpanBits;
  return object < d_views.size() ? d_views[object].shift : 0;
}

// An address in the memory of several arguments may belong to any of them.
std::uint64_t GroupRunner::shift_back(std::uint64_t address) const {
  const std::uint64_t object = address >> kSpanBits;
  if (object == 0 || object >= d_views.size() || !d_views[object].is_memory()) return 0;
  std::uint64_t result = d_views[object].shift;
  for (std::size_t i = 1; i < d_views.size(); ++i) {
    const View& view = d_views[i];
    if (view.is_image || view.storage == nullptr || view.storage != d_views[object].storage || !view.bytes)
      continue;
    if (address - view.shift - address_of(i, 0) < *view.bytes) return view.shift;
  }
  return result;
}

std::uint32_t GroupRunner::space_of(std::uint64_t address) const {
  if (d_tables.is_in_place) {
    const auto local = reinterpret_cast<std::uint64_t>(d_local_memory.data());
    return address - local < d_local_memory.size() ? 3 : 1;
  }
  const std::uint64_t object = address >> kSpanBits;
  if (object == 0 || object >= d_views.size() || d_views[object].is_null) return UINT32_MAX;
  const View& view = d_views[object];
  switch (view.kind) {
    case ObjectKind::Local:
      return 3;
    case ObjectKind::Private:
    case ObjectKind::Value:
      return 0;
    case ObjectKind::Constant:
      return 2;
    case ObjectKind::Parameter:
      if (view.is_local) return 3;
      return d_tables.parameters[object - 1].kind == model::ParameterKind::ConstantPointer ? 2 : 1;
    case ObjectKind::Program:
      return d_tables.objects[object].in_constant_memory ? 2 : 1;
  }
  return UINT32_MAX;
}

std::uint64_t GroupRunner::query(const MachineItem* item, Query what, std::uint32_t dimension) const {
  const model::LaunchFacts& facts = d_launch.facts();
  if (what == Query::WorkDim) return facts.work_dim;
  if (what >= Query::SubGroupLocalId) return query_sub_group(whole(item), what);
  if (what == Query::LocalLinearId)
    return item->local_id[0] +
           d_group.local_size[0] * (item->local_id[1] + d_group.local_size[1] * item->local_id[2]);
  if (what == Query::GlobalLinearId) {
    const auto from_start = [&](std::uint32_t i) { return item->global_id[i] - facts.global_offset[i]; };
    return from_start(0) + facts.global_size[0] * (from_start(1) + facts.global_size[1] * from_start(2));
  }
  const bool is_size = what == Query::LocalSize || what == Query::EnqueuedLocalSize ||
                       what == Query::NumGroups || what == Query::GlobalSize;
  if (dimension >= 3) return is_size ? 1 : 0;
  switch (what) {
    case Query::GlobalId:
      return item->global_id[dimension];
    case Query::LocalId:
      return item->local_id[dimension];
    case Query::GroupId:
      return d_group.group_id[dimension];
    case Query::LocalSize:
      return d_group.local_size[dimension];
    case Query::EnqueuedLocalSize:
      return d_group.enqueued_local_size[dimension];
    case Query::NumGroups:
      return d_group.num_groups[dimension];
    case Query::GlobalSize:
      return d_group.global_size[dimension];
    case Query::GlobalOffset:
      return d_group.global_offset[dimension];
    default:
      return 0;
  }
}

void GroupRunner::barrier(MachineItem* item, std::uint32_t barrier, std::uint32_t fences) {
  auto& waiting = *static_cast<Item*>(item);
  waiting.fences = fences;
  meet_at(waiting, barrier);
}

void GroupRunner::meet_at(Item& item, std::uint32_t place) {
  step(d_tables.barriers[place].locations);
  if (d_state.watches != nullptr)
    add_step(item.number, {.kind = WatchedStep::Kind::Barrier, .place = place, .phase = d_phase});
  item.barrier = place;
  item.is_waiting = true;
  let_others_run(item);
}

void GroupRunner::let_others_run(const Item& item) {
  if (d_tables.is_in_place && !d_state.stopped) {
    for (std::size_t next = static_cast<std::size_t>(&item - d_items.data()) + 1; next < d_items.size();
         ++next)
      if (!d_items[next].done && !d_items[next].is_waiting) {
        d_fibers->go_on_with(next);
        return;
      }
  }
  d_fibers->pause();
}

void GroupRunner::check(std::uint32_t loop) {
  d_fuel = kFuel;
  d_iterated += kFuel;
  check_limits(d_tables.loops[loop].locations);
}

void GroupRunner::iterate(MachineItem* item, std::uint32_t loop) {
  ++iterations(item, loop);
  if (--d_fuel < 0) check(loop);
}

void GroupRunner::enter_loop(MachineItem* item, std::uint32_t loop) {
  iterations(item, loop) = 0;
}

std::string GroupRunner::limit_reached(const std::vector<verdict::SourceLocation>& where) const {
  const Options& options = d_launch.options();
  if (steps() > options.maximum_steps) {
    d_state.is_out_of_steps = true;
    return "the limit of " + std::to_string(options.maximum_steps) + " steps was reached at " +
           in_words(where);
  }
  if (effort::Clock::now() > d_state.deadline) return "the time limit was reached at " + in_words(where);
  return {};
}

void GroupRunner::note_load(const Wait& load) {
  // Other threads may store the value that this work-item waits for.
  if (d_state.several) return;
  const bool goes_on = load == d_wait && d_accesses == d_wait_access + 1;
  d_wait = load;
  d_wait_access = d_accesses;
  d_equal_loads = goes_on ? d_equal_loads + 1 : 0;
  if (d_equal_loads < kMostEqualLoads) return;
  d_state.is_waiting = true;
  d_equal_loads = 0;  // the next group starts a new count
  leave_group("work-item " + std::to_string(whole(load.item).number) + " of the group waits at " +
              in_words(d_tables.sites[load.site].locations) +
              " for a value that no work-item has stored which is executed before it");
  while (true) d_fibers->pause();  // `run` does not resume it
}

void GroupRunner::check_limits(const std::vector<verdict::SourceLocation>& where) {
  std::string reason = limit_reached(where);
  if (d_state.stopped || !reason.empty()) give_up(std::move(reason));
  if (steps() <= d_group_end) return;
  d_state.is_out_of_steps = true;
  leave_group("a group's share of the limit of " + std::to_string(d_launch.options().maximum_steps) +
              " steps was reached at " + in_words(where));
  while (true) d_fibers->pause();  // `run` does not resume it
}

void GroupRunner::stop(std::string reason) {
  const std::lock_guard lock(d_state.mutex);
  if (d_state.reason.empty()) d_state.reason = std::move(reason);
  d_state.stopped = true;
}

void GroupRunner::leave_group(std::string reason) {
  const std::lock_guard lock(d_state.mutex);
  if (d_state.reason.empty()) d_state.reason = std::move(reason);
  d_state.is_cut = true;
  d_left = true;
}

void GroupRunner::give_up(std::string reason) {
  stop(std::move(reason));
  while (true) d_fibers->pause();  // `run` does not resume it
}

void GroupRunner::broken_precondition(std::uint32_t line) {
  d_state.is_excluded = true;
  give_up("the values do not keep the precondition in line " + std::to_string(line));
}

void GroupRunner::broken_assertion(MachineItem* item, std::uint32_t place) {
  if (d_state.watches != nullptr)
    add_step(static_cast<const Item*>(item)->number,
             {.kind = WatchedStep::Kind::Assertion, .place = place, .phase = d_phase});
  ++d_instance;
  Seen& seen = d_seen.note(verdict::Property::Assertion, "broken assertion", place, UINT32_MAX, d_instance);
  if (!seen.participants.empty()) return;
  seen.participants.push_back(participant(static_cast<const Item*>(item)->number,
                                          d_tables.assertions[place].locations, "breaks the assertion"));
}

void GroupRunner::out_of_memory(std::uint32_t site) {
  give_up("the memory limit was reached at " + in_words(d_tables.sites[site].locations));
}

std::string GroupRunner::name_of(const View& view) const {
  return d_tables.objects[static_cast<std::size_t>(&view - d_views.data())].name;
}

Participant GroupRunner::participant(std::uint32_t number,
                                     const std::vector<verdict::SourceLocation>& locations,
                                     std::string access) const {
  Participant result;
  result.work_item = d_launch.work_item(number);
  result.by_copy = d_launch.is_of_copies(number);
  result.work_item.access = std::move(access);
  result.locations = locations;
  return result;
}

}  // namespace launchproof::replay
