#include "verify/analysis/flights.h"

#include <algorithm>
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

using Holders = std::set<ValueId>;  // values that stand for the instance

class Analysis {
 public:
  Analysis(const model::KernelModel& kernel, BarrierId copy) : d_kernel(kernel), d_copy(copy) {
    d_in.resize(kernel.blocks.size());
    d_phis.resize(kernel.values.size(), nullptr);
    for (const model::Block& block : kernel.blocks)
      for (const model::Phi& phi : block.phis) d_phis[phi.value] = &phi;
    for (const ValueId source : sources(kernel.values[kernel.barriers[copy].event].operands[0]))
      if (kernel.values[source].op == Op::Event) d_served_by.insert(kernel.values[source].index);
    d_served_by.insert(copy);
  }

  Flight run() {
    const BlockId home = d_kernel.barriers[d_copy].block;
    const auto& events = d_kernel.blocks[home].events;
    std::size_t after = 0;
    while (events[after].kind != model::Event::Kind::Barrier || events[after].index != d_copy) ++after;
    const Holders first = certainly_returned(home);
    flow(home, after + 1, first);
    while (!d_open.empty()) {
      const BlockId block = *d_open.begin();
      d_open.erase(d_open.begin());
      flow(block, 0, *d_in[block]);
    }
    Flight result;
    result.ends.assign(d_kernel.barriers.size(), false);
    std::vector<bool> fails(d_kernel.barriers.size(), false);
    look(home, after + 1, first, result.ends, fails);
    for (BlockId block = 0; block < d_kernel.blocks.size(); ++block)
      if (d_in[block]) look(block, 0, *d_in[block], result.ends, fails);
    for (BarrierId id = 0; id < d_kernel.barriers.size(); ++id) {
      if (fails[id]) result.ends[id] = false;
      if (d_kernel.barriers[id].kind != Convergence::Wait || result.ends[id]) continue;
      for (const ValueId event : d_kernel.barriers[id].events)
        if (may_stand_for_it(event)) result.unmatched = id;
    }
    return result;
  }

 private:
  bool holds(ValueId value, const Holders& holders, BlockId at) const {
    if (holders.contains(value)) return true;
    const model::Value& item = d_kernel.values[value];
    return item.op == Op::Select && item.block == at && holds(item.operands[1], holders, at) &&
           holds(item.operands[2], holders, at);
  }

  // Carries the holders through the block from event number `event` on. False: a wait ended the flight.
  template <typename OnWait>
  bool through(BlockId block, std::size_t event, Holders& holders, OnWait&& on_wait) const {
    const auto& events = d_kernel.blocks[block].events;
    for (; event < events.size(); ++event) {
      if (events[event].kind != model::Event::Kind::Barrier) continue;
      const BarrierId id = events[event].index;
      const model::Barrier& point = d_kernel.barriers[id];
      if (point.kind == Convergence::Copy) {
        // A new instance; it shares the event that is handed in.
        if (holds(d_kernel.values[point.event].operands[0], holders, block))
          holders.insert(point.event);
        else
          holders.erase(point.event);
      } else if (point.kind == Convergence::Wait) {
        bool waits = false;
        for (const ValueId waited : point.events) waits = waits || holds(waited, holders, block);
        on_wait(id, waits);
        if (waits) return false;
      }
    }
    return true;
  }

  void flow(BlockId block, std::size_t event, Holders holders) {
    if (!through(block, event, holders, [](BarrierId, bool) {})) return;
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
      // The copy's own value and that of others in the block survive until they are made anew.
      for (const ValueId holder : holders)
        if (d_kernel.values[holder].block == next && d_kernel.values[holder].op == Op::Event)
          there.insert(holder);
      if (!d_in[next]) {
        d_in[next] = std::move(there);
        d_open.insert(next);
        continue;
      }
      Holders both;
      for (const ValueId holder : *d_in[next])
        if (there.contains(holder)) both.insert(holder);
      if (both == *d_in[next]) continue;
      d_in[next] = std::move(both);
      d_open.insert(next);
    }
  }

  void look(BlockId block, std::size_t event, Holders holders, std::vector<bool>& ends,
            std::vector<bool>& fails) const {
    through(block, event, holders, [&](BarrierId id, bool waits) { (waits ? ends : fails)[id] = true; });
  }

  // The copy's event, and what was handed in where that is no null event: it is what the copy returns.
  Holders certainly_returned(BlockId home) const {
    ValueId at = d_kernel.barriers[d_copy].event;
    Holders result{at};
    while (d_kernel.values[at].op == Op::Event) {
      // An event made elsewhere in a loop may be of another iteration than what its copy was given is now.
      const ValueId given = d_kernel.values[at].operands[0];
      const BlockId made = d_kernel.values[given].block;
      const bool same_instance =
          d_kernel.values[at].block == home || made == kNone || d_kernel.blocks[made].loop == kNone;
      if (!same_instance || !is_event(given) || !result.insert(given).second) break;
      at = given;
    }
    return result;
  }

  // What the value may come from: constants, events, and what is not known, in them what was handed in.
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

  // Never the null event.
  bool is_event(ValueId value) const {
    return std::ranges::all_of(sources(value, false),
                               [&](ValueId source) { return d_kernel.values[source].op == Op::Event; });
  }

  // Anything but values that certainly come from other copies. Events that may have been handed in to this
  // one may stand for it too.
  bool may_stand_for_it(ValueId value) const {
    return std::ranges::any_of(sources(value), [&](ValueId source) {
      const model::Value& item = d_kernel.values[source];
      return item.op == Op::Event ? d_served_by.contains(item.index) : item.op != Op::Constant;
    });
  }

  const model::KernelModel& d_kernel;
  BarrierId d_copy;
  std::vector<std::optional<Holders>> d_in;
  std::vector<const model::Phi*> d_phis;
  std::set<BarrierId> d_served_by;  // the copy, and those whose events it may have been handed
  std::set<BlockId> d_open;
};

}  // namespace

Flight flight_of(const model::KernelModel& kernel, BarrierId copy) {
  return Analysis(kernel, copy).run();
}

}  // namespace launchproof::analysis
