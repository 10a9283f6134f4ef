#include "verify/invariants/copies.h"

#include <algorithm>
#include <optional>
#include <string>

namespace launchproof::invariants {

using model::BarrierId;
using model::BlockId;
using model::Convergence;
using model::kNone;
using model::LoopId;
using smt::Term;

namespace {

// Of the group that lies last in each dimension.
std::uint64_t smallest_group(const model::LaunchFacts& facts) {
  std::uint64_t result = 1;
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t full = facts.local_size[d];
    const bool is_whole = full == 0 || facts.open.groups[d] != 0 || facts.global_size[d] % full == 0;
    result *= is_whole ? full : facts.global_size[d] % full;
  }
  return result;
}

// Goes the ways from the call of a copy to the waits that end it.
class Course {
 public:
  Course(const model::KernelModel& kernel, BarrierId copy)
      : d_kernel(kernel),
        d_copy(copy),
        d_ends(analysis::flight_of(kernel, copy).ends),
        d_reached(kernel.blocks.size(), false) {
    const BlockId block = kernel.barriers[copy].block;
    const auto& events = kernel.blocks[block].events;
    std::uint32_t number = 0;
    while (events[number].kind != model::Event::Kind::Barrier || events[number].index != copy) ++number;
    walk(block, number + 1);
    while (!d_open.empty()) {
      const BlockId next = d_open.back();
      d_open.pop_back();
      walk(next, 0);
    }
  }

  // Why it is not followed; nothing: it is.
  const std::optional<std::string>& objection() const { return d_objection; }
  // By block: it may be in flight when control comes there.
  const std::vector<bool>& reached() const { return d_reached; }

 private:
  void walk(BlockId id, std::uint32_t event) {
    const model::Block& block = d_kernel.blocks[id];
    for (; event < block.events.size(); ++event) {
      if (block.events[event].kind != model::Event::Kind::Barrier) continue;
      if (d_ends[block.events[event].index]) return;
      if (block.events[event].index != d_copy) continue;
      d_objection = "asynchronous copies that are begun again before they are waited for";
      return;
    }
    if (block.successors.empty()) d_objection = "asynchronous copies that may never be waited for";
    for (const BlockId next : block.successors) {
      // Whom an assumption leaves out goes no further.
      if (d_kernel.blocks[next].excluded_by != kNone) continue;
      if (!d_reached[next]) d_open.push_back(next);
      d_reached[next] = true;
    }
  }

  const model::KernelModel& d_kernel;
  BarrierId d_copy;
  std::vector<bool> d_ends;
  std::vector<bool> d_reached;
  std::vector<BlockId> d_open;
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
    else if (const auto why = Course(kernel, id).objection())
      result.push_back({*why, copy.location});
  }
  return result;
}

CopiesInFlight::CopiesInFlight(const Setting& setting, const Memory& memory)
    : d_setting(setting), d_memory(memory), d_touched(memory.regions(), false) {
  const model::KernelModel& kernel = setting.kernel;
  for (BarrierId id = 0; id < kernel.barriers.size(); ++id)
    if (kernel.barriers[id].kind == Convergence::Copy)
      d_copies.emplace(id, Copy{analysis::flight_of(kernel, id).ends, Course(kernel, id).reached(), {}});
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

std::vector<BarrierId> CopiesInFlight::copies() const {
  std::vector<BarrierId> result;
  result.reserve(d_copies.size());
  for (const auto& [copy, about] : d_copies) result.push_back(copy);
  return result;
}

bool CopiesInFlight::changes_in(BarrierId copy, LoopId loop) const {
  const model::KernelModel& kernel = d_setting.kernel;
  if (d_setting.graph.contains(loop, kernel.barriers[copy].block)) return true;
  for (BarrierId wait = 0; wait < kernel.barriers.size(); ++wait)
    if (d_copies.at(copy).ends[wait] && d_setting.graph.contains(loop, kernel.barriers[wait].block))
      return true;
  return false;
}

bool CopiesInFlight::may_be_at_head(BarrierId copy, LoopId loop) const {
  return d_copies.at(copy).reached[d_setting.kernel.loops[loop].header];
}

bool CopiesInFlight::may_be_behind(BarrierId copy, LoopId loop) const {
  const auto& exits = d_setting.graph.exits(loop);
  return std::ranges::any_of(
      exits, [&](const analysis::ExitEdge& exit) { return d_copies.at(copy).reached[exit.to]; });
}

Log& CopiesInFlight::log_of(BarrierId copy, std::uint32_t region, LogKind kind) {
  return d_logs[copy]
      .try_emplace({region, kind}, Log{d_setting.store.false_(), d_memory.region(region).at, {}})
      .first->second;
}

void CopiesInFlight::each(std::uint32_t region, LogKind kind,
                          const std::function<void(const Log&)>& look) const {
  for (const auto& [copy, logs] : d_logs)
    if (const auto found = logs.find({region, kind}); found != logs.end()) look(found->second);
}

void CopiesInFlight::wait(BarrierId wait, Term passed) {
  for (auto& [copy, logs] : d_logs) {
    if (!d_copies.at(copy).ends[wait]) continue;
    for (auto& [key, log] : logs) forget(d_setting.store, log, passed);
  }
}

void CopiesInFlight::end_iteration(LoopId loop) {
  if (loop == kNone) return;
  std::erase_if(d_logs, [&](const auto& one) {
    return d_setting.graph.contains(loop, d_setting.kernel.barriers[one.first].block) &&
           !may_be_at_head(one.first, loop) && !may_be_behind(one.first, loop);
  });
}

void forget(smt::TermStore& store, Log& log, Term when) {
  const Term not_then = store.not_(when);
  log.set = store.and_(log.set, not_then);
  for (LoggedAccess& one : log.by) one.condition = store.and_(one.condition, not_then);
  if (log.set.is_false()) log.by.clear();
}

}  // namespace launchproof::invariants
