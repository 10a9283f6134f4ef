#include "verify/two_thread/terms/copies.h"

#include <algorithm>
#include <optional>
#include <string>

namespace launchproof::two_thread {

using model::BarrierId;
using model::BlockId;
using model::Convergence;
using model::kNone;
using model::LoopId;
using smt::Term;

namespace {

// Returns the size of the group that is last in each dimension.
std::uint64_t smallest_group(const model::LaunchFacts& facts) {
  std::uint64_t result = 1;
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t full = facts.local_size[d];
    const bool is_whole = full == 0 || facts.open.groups[d] != 0 || facts.global_size[d] % full == 0;
    result *= is_whole ? full : facts.global_size[d] % full;
  }
  return result;
}

// Follows the paths from the call of a copy to the waits that end it.
class Ways {
 public:
  Ways(const model::KernelModel& kernel, BarrierId copy)
      : d_kernel(kernel), d_copy(copy), d_flights(analysis::flights_by_age(kernel, copy)) {
    if (!go(Age::Latest)) d_objection = "asynchronous copies that may never be waited for";
    if (d_is_begun_again && !go(Age::Older))
      d_objection = "asynchronous copies that are begun again before they are waited for";
  }

  // Returns why it is not supported, or nothing if it is.
  const std::optional<std::string>& objection() const { return d_objection; }
  bool is_begun_again() const { return d_is_begun_again; }
  const std::vector<bool>& ends(Age age) const {
    return age == Age::Latest ? d_flights.latest_ends : d_flights.older_ends;
  }
  // Returns, by block, whether it may be in flight when control gets there.
  const std::vector<bool>& reached(Age age) const { return d_reached.at(static_cast<std::size_t>(age)); }

 private:
  // Returns false if a path leads to the end of the kernel.
  bool go(Age age) {
    std::vector<bool>& reached = d_reached.at(static_cast<std::size_t>(age));
    reached.assign(d_kernel.blocks.size(), false);
    const BlockId block = d_kernel.barriers[d_copy].block;
    const auto& events = d_kernel.blocks[block].events;
    std::uint32_t number = 0;
    while (events[number].kind != model::Event::Kind::Barrier || events[number].index != d_copy) ++number;
    std::vector<BlockId> open;
    bool ends = walk(age, block, number + 1, open);
    while (!open.empty()) {
      const BlockId next = open.back();
      open.pop_back();
      ends = walk(age, next, 0, open) && ends;
    }
    return ends;
  }

  bool walk(Age age, BlockId id, std::uint32_t event, std::vector<BlockId>& open) {
    std::vector<bool>& reached = d_reached.at(static_cast<std::size_t>(age));
    const model::Block& block = d_kernel.blocks[id];
    for (; event < block.events.size(); ++event) {
      if (block.events[event].kind != model::Event::Kind::Barrier) continue;
      if (ends(age)[block.events[event].index]) return true;
      if (block.events[event].index != d_copy) continue;
      // From the call on it is an older instance, whose paths begin there.
      d_is_begun_again = true;
      return true;
    }
    for (const BlockId next : block.successors) {
      // A work-item that an assumption excludes does not continue.
      if (d_kernel.blocks[next].excluded_by != kNone) continue;
      if (!reached[next]) open.push_back(next);
      reached[next] = true;
    }
    return !block.successors.empty();
  }

  const model::KernelModel& d_kernel;
  BarrierId d_copy;
  analysis::FlightsByAge d_flights;
  std::array<std::vector<bool>, 2> d_reached;  // by age
  bool d_is_begun_again = false;
  std::optional<std::string> d_objection;
};

}  // namespace

std::vector<model::UnsupportedItem> unsupported_copies(const model::KernelModel& kernel,
                                                       const model::LaunchFacts& facts) {
  std::vector<model::UnsupportedItem> result;
  for (BarrierId id = 0; id < kernel.barriers.size(); ++id) {
    const model::Barrier& copy = kernel.barriers[id];
    if (copy.kind != Convergence::Copy) continue;
    if (smallest_group(facts) < 2)
      result.push_back({"asynchronous copies by groups that may have one work-item", copy.location});
    else if (const auto why = Ways(kernel, id).objection())
      result.push_back({*why, copy.location});
  }
  return result;
}

CopiesInFlight::CopiesInFlight(const Setting& setting, const Memory& memory)
    : d_setting(setting), d_memory(memory), d_touched(memory.regions(), false) {
  const model::KernelModel& kernel = setting.kernel;
  for (BarrierId id = 0; id < kernel.barriers.size(); ++id) {
    if (kernel.barriers[id].kind != Convergence::Copy) continue;
    const Ways ways(kernel, id);
    Copy& copy = d_copies[id];
    copy.is_begun_again = ways.is_begun_again();
    for (const Age age : {Age::Latest, Age::Older})
      copy.courses.at(static_cast<std::size_t>(age)) = {ways.ends(age), ways.reached(age)};
  }
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const BarrierId copy = kernel.sites[id].copy;
    if (copy == kNone) continue;
    for (const model::ArrayId array : memory.watched_arrays(id)) {
      d_touched[memory.region_of(array)] = true;
      d_copies.at(copy).sites[{memory.region_of(array), memory.kind(id)}].push_back(id);
    }
  }
}

void CopiesInFlight::clear() {
  d_logs.clear();
}

std::vector<Instance> CopiesInFlight::instances() const {
  std::vector<Instance> result;
  for (const auto& [copy, about] : d_copies) {
    result.push_back({copy, Age::Latest});
    if (about.is_begun_again) result.push_back({copy, Age::Older});
  }
  return result;
}

bool CopiesInFlight::is_begun_in(const Instance& instance, LoopId loop) const {
  return d_setting.graph.contains(loop, d_setting.kernel.barriers[instance.copy].block);
}

bool CopiesInFlight::changes_in(const Instance& instance, LoopId loop) const {
  if (is_begun_in(instance, loop)) return true;
  const model::KernelModel& kernel = d_setting.kernel;
  for (BarrierId wait = 0; wait < kernel.barriers.size(); ++wait)
    if (course(instance).ends[wait] && d_setting.graph.contains(loop, kernel.barriers[wait].block))
      return true;
  return false;
}

bool CopiesInFlight::may_be_at_head(const Instance& instance, LoopId loop) const {
  return course(instance).reached[d_setting.kernel.loops[loop].header];
}

bool CopiesInFlight::may_be_behind(const Instance& instance, LoopId loop) const {
  const auto& exits = d_setting.graph.exits(loop);
  return std::ranges::any_of(
      exits, [&](const analysis::ExitEdge& exit) { return course(instance).reached[exit.to]; });
}

Log& CopiesInFlight::log_of(const Instance& instance, const Key& key) {
  return d_logs[instance]
      .try_emplace(key, Log{d_setting.store.false_(), d_memory.region(key.first).at, {}})
      .first->second;
}

void CopiesInFlight::each(std::uint32_t region, LogKind kind,
                          const std::function<void(const Log&)>& look) const {
  for (const auto& [instance, logs] : d_logs)
    if (const auto found = logs.find({region, kind}); found != logs.end()) look(found->second);
}

void CopiesInFlight::begin_again(BarrierId copy, Term passed) {
  if (!d_copies.at(copy).is_begun_again) return;
  smt::TermStore& store = d_setting.store;
  for (const auto& [key, sites] : d_copies.at(copy).sites) {
    Log& latest = log_of({copy, Age::Latest}, key);
    Log& older = log_of({copy, Age::Older}, key);
    older.set = store.or_(older.set, store.and_(latest.set, passed));
    for (const LoggedAccess& one : latest.by)
      older.by.push_back({one.site, one.frame, store.and_(one.condition, passed)});
    forget(store, latest, passed);
  }
}

void CopiesInFlight::wait(BarrierId wait, Term passed) {
  for (auto& [instance, logs] : d_logs) {
    if (!course(instance).ends[wait]) continue;
    for (auto& [key, log] : logs) forget(d_setting.store, log, passed);
  }
}

void CopiesInFlight::end_iteration(LoopId loop) {
  if (loop == kNone) return;
  std::erase_if(d_logs, [&](const auto& one) {
    return is_begun_in(one.first, loop) && !may_be_at_head(one.first, loop) &&
           !may_be_behind(one.first, loop);
  });
}

void forget(smt::TermStore& store, Log& log, Term when) {
  const Term not_then = store.not_(when);
  log.set = store.and_(log.set, not_then);
  for (LoggedAccess& one : log.by) one.condition = store.and_(one.condition, not_then);
  if (log.set.is_false()) log.by.clear();
}

}  // namespace launchproof::two_thread
