#include "verify/analysis/flights.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace launchproof::analysis {

using model::BarrierId;
using model::BlockId;
using model::Convergence;
using model::kNone;
using model::Op;
using model::ValueId;

namespace {

using Holders = std::set<ValueId>;  // values that represent the instance

class Analysis {
 public:
  Analysis(const model::KernelModel& kernel, BarrierId copy)
      : d_kernel(kernel), d_copy(copy), d_home(kernel.barriers[copy].block) {
    d_phis.resize(kernel.values.size(), nullptr);
    for (const model::Block& block : kernel.blocks)
      for (const model::Phi& phi : block.phis) d_phis[phi.value] = &phi;
    for (const ValueId source : sources(kernel.values[kernel.barriers[copy].event].operands[0]))
      if (kernel.values[source].op == Op::Event) d_served_by.insert(kernel.values[source].index);
    d_served_by.insert(copy);
    const auto& events = kernel.blocks[d_home].events;
    while (events[d_after].kind != model::Event::Kind::Barrier || events[d_after].index != copy) ++d_after;
    ++d_after;
  }

  Flight run() {
    State state(d_kernel);
    const auto goes_on = [](const Holders&) { return true; };
    flow(d_home, d_after, certainly_returned(d_home), state, goes_on);
    Flight result{ends_of(certainly_returned(d_home), state, goes_on), model::kNone};
    result.unmatched = unmatched(result.ends);
    return result;
  }

  FlightsByAge run_by_age() {
    State latest(d_kernel), older(d_kernel);
    // The holders of all instances that the call turns into older ones.
    std::optional<Holders> again;
    bool is_changed = false;
    const auto begins_again = [&](const Holders& holders) {
      Holders both = again ? common(*again, holders) : holders;
      is_changed = is_changed || !again || both != *again;
      again = std::move(both);
      return false;
    };
    const auto stops = [](const Holders&) { return false; };
    flow(d_home, d_after, certainly_returned(d_home), latest, begins_again);
    while (is_changed) {
      is_changed = false;
      flow(d_home, d_after, *again, older, begins_again);
    }
    FlightsByAge result;
    result.latest_ends = ends_of(certainly_returned(d_home), latest, stops);
    result.older_ends =
        again ? ends_of(*again, older, stops) : std::vector<bool>(d_kernel.barriers.size(), false);
    std::vector<bool> either = result.latest_ends;
    for (BarrierId id = 0; id < either.size(); ++id) either[id] = either[id] || result.older_ends[id];
    result.unmatched = unmatched(either);
    return result;
  }

 private:
  struct State {
    explicit State(const model::KernelModel& kernel) : in(kernel.blocks.size()) {}
    std::vector<std::optional<Holders>> in;  // by block
    std::set<BlockId> open;
  };
  static Holders common(const Holders& one, const Holders& other) {
    Holders result;
    std::ranges::set_intersection(one, other, std::inserter(result, result.end()));
    return result;
  }

  bool holds(ValueId value, const Holders& holders, BlockId at) const {
    if (holders.contains(value)) return true;
    const model::Value& item = d_kernel.values[value];
    return item.op == Op::Select && item.block == at && holds(item.operands[1], holders, at) &&
           holds(item.operands[2], holders, at);
  }

  // Updates the holders through the block from event number `event` on. Returns false if a wait ended the
  // flight, or if the copy was started again and `on_again` says that this ends it.
  template <typename OnWait, typename OnAgain>
  bool through(BlockId block, std::size_t event, Holders& holders, OnWait&& on_wait,
               OnAgain&& on_again) const {
    const auto& events = d_kernel.blocks[block].events;
    for (; event < events.size(); ++event) {
      if (events[event].kind != model::Event::Kind::Barrier) continue;
      const BarrierId id = events[event].index;
      const model::Barrier& point = d_kernel.barriers[id];
      if (point.kind == Convergence::Copy) {
        // A new instance, which shares the event that was passed in.
        if (holds(d_kernel.values[point.event].operands[0], holders, block))
          holders.insert(point.event);
        else
          holders.erase(point.event);
        if (id == d_copy && !on_again(holders)) return false;
      } else if (point.kind == Convergence::Wait) {
        bool waits = false;
        for (const ValueId waited : point.events) waits = waits || holds(waited, holders, block);
        on_wait(id, waits);
        if (waits) return false;
      }
    }
    return true;
  }

  template <typename OnAgain>
  void flow(BlockId block, std::size_t event, const Holders& holders, State& state,
            OnAgain&& on_again) const {
    flow_on(block, event, holders, state, on_again);
    while (!state.open.empty()) {
      const BlockId next = *state.open.begin();
      state.open.erase(state.open.begin());
      flow_on(next, 0, *state.in[next], state, on_again);
    }
  }

  template <typename OnAgain>
  void flow_on(BlockId block, std::size_t event, Holders holders, State& state, OnAgain&& on_again) const {
    if (!through(block, event, holders, [](BarrierId, bool) {}, on_again)) return;
    for (const BlockId next : d_kernel.blocks[block].successors) {
      const model::Block& target = d_kernel.blocks[next];
      Holders there;
      for (const ValueId holder : holders)
        if (d_kernel.values[holder].block != next) there.insert(holder);
      for (const model::Phi& phi : target.phis) {
        bool all = true;  // both edges of one branch may lead here
        for (std::size_t i = 0; i < target.predecessors.size(); ++i)
          if (target.predecessors[i] == block) all = all && holds(phi.incoming[i], holders, block);
        if (all) there.insert(phi.value);
      }
      // The copy's own value, and those of others in the block, remain valid until they are computed again.
      for (const ValueId holder : holders)
        if (d_kernel.values[holder].block == next && d_kernel.values[holder].op == Op::Event)
          there.insert(holder);
      if (!state.in[next]) {
        state.in[next] = std::move(there);
        state.open.insert(next);
        continue;
      }
      Holders both = common(*state.in[next], there);
      if (both == *state.in[next]) continue;
      state.in[next] = std::move(both);
      state.open.insert(next);
    }
  }

  // Finds the waits that end the flight on every path. `first` lists the initial holders.
  template <typename OnAgain>
  std::vector<bool> ends_of(const Holders& first, const State& state, OnAgain&& on_again) const {
    std::vector<bool> ends(d_kernel.barriers.size(), false), fails(d_kernel.barriers.size(), false);
    const auto look = [&](BlockId block, std::size_t event, Holders holders) {
      through(
          block, event, holders, [&](BarrierId id, bool waits) { (waits ? ends : fails)[id] = true; },
          on_again);
    };
    look(d_home, d_after, first);
    for (BlockId block = 0; block < d_kernel.blocks.size(); ++block)
      if (state.in[block]) look(block, 0, *state.in[block]);
    for (BarrierId id = 0; id < d_kernel.barriers.size(); ++id)
      if (fails[id]) ends[id] = false;
    return ends;
  }

  BarrierId unmatched(const std::vector<bool>& ends) const {
    BarrierId result = kNone;
    for (BarrierId id = 0; id < d_kernel.barriers.size(); ++id) {
      if (d_kernel.barriers[id].kind != Convergence::Wait || ends[id]) continue;
      for (const ValueId event : d_kernel.barriers[id].events)
        if (may_stand_for_it(event)) result = id;
    }
    return result;
  }

  // The event of the copy, which it returns: the event that was passed in, unless that is the null event.
  Holders certainly_returned(BlockId home) const {
    ValueId at = d_kernel.barriers[d_copy].event;
    Holders result{at};
    while (d_kernel.values[at].op == Op::Event) {
      // An event created elsewhere in a loop may belong to another iteration than the copy's current event.
      const ValueId given = d_kernel.values[at].operands[0];
      const BlockId made = d_kernel.values[given].block;
      const bool same_instance =
          d_kernel.values[at].block == home || made == kNone || d_kernel.blocks[made].loop == kNone;
      if (!same_instance || !is_event(given) || !result.insert(given).second) break;
      at = given;
    }
    return result;
  }

  // Returns the possible sources of the value: constants, events, and unknown values, including operands that
  // were passed in.
  std::set<ValueId> sources(ValueId value, bool handed_in = true) const {
    std::vector<ValueId> work{value};
    std::set<ValueId> seen, result;
    while (!work.empty()) {
      const ValueId at = work.back();
      work.pop_back();
      if (!seen.insert(at).second) continue;
      const model::Value& item = d_kernel.values[at];
      if (item.op == Op::Phi) {
        work.insert(work.end(), d_phis[at]->incoming.begin(), d_phis[at]->incoming.end());
      } else if (item.op == Op::Select) {
        work.push_back(item.operands[1]);
        work.push_back(item.operands[2]);
      } else {
        result.insert(at);
        if (item.op == Op::Event && handed_in) work.push_back(item.operands[0]);
      }
    }
    return result;
  }

  // Returns whether the value is certainly an event, and not the null event.
  bool is_event(ValueId value) const {
    return std::ranges::all_of(sources(value, false),
                               [&](ValueId source) { return d_kernel.values[source].op == Op::Event; });
  }

  // Returns false only for values that certainly come from other copies. Events that may have been passed to
  // this copy may represent it, too.
  bool may_stand_for_it(ValueId value) const {
    return std::ranges::any_of(sources(value), [&](ValueId source) {
      const model::Value& item = d_kernel.values[source];
      return item.op == Op::Event ? d_served_by.contains(item.index) : item.op != Op::Constant;
    });
  }

  const model::KernelModel& d_kernel;
  BarrierId d_copy;
  std::vector<const model::Phi*> d_phis;
  std::set<BarrierId> d_served_by;  // the copy, and those copies whose events may have been passed to it
  BlockId d_home;
  std::size_t d_after = 0;  // number of the event after the call
};

}  // namespace

Flight flight_of(const model::KernelModel& kernel, BarrierId copy) {
  return Analysis(kernel, copy).run();
}

FlightsByAge flights_by_age(const model::KernelModel& kernel, BarrierId copy) {
  return Analysis(kernel, copy).run_by_age();
}

}  // namespace launchproof::analysis
