#include "verify/access/evaluator/intervals.h"

#include <optional>
#include <utility>

#include "verify/analysis/preconditions.h"

namespace launchproof::access {

using analysis::ExitEdge;
using model::BlockId;
using model::Event;
using model::kNone;
using model::LoopId;
using smt::Term;

namespace {
constexpr std::size_t kMostStates = 20'000;
constexpr unsigned kCounterBits = 64;
constexpr unsigned kExactSteps = 4;  // number of iterations after the instance that are followed one by one
}  // namespace

bool covers(const model::Barrier& barrier, Order order, model::ConvergenceLevel level) {
  if (barrier.level > level) return false;
  switch (order) {
    case Order::LocalMemory:
      return barrier.local_fence;
    case Order::GlobalMemory:
      return barrier.global_fence;
    case Order::ImageMemory:
      return barrier.image_fence;
    case Order::Any:
      return true;
  }
  return false;
}

namespace {

std::vector<bool> covering(const model::KernelModel& kernel, Order order, model::ConvergenceLevel level) {
  std::vector<bool> result;
  result.reserve(kernel.barriers.size());
  for (const model::Barrier& barrier : kernel.barriers) result.push_back(covers(barrier, order, level));
  return result;
}

}  // namespace

IntervalExplorer::IntervalExplorer(Context& context, Order order, model::ConvergenceLevel level)
    : IntervalExplorer(context, covering(context.kernel, order, level)) {}

IntervalExplorer::IntervalExplorer(Context& context, std::vector<bool> ends)
    : d_context(context), d_ends(std::move(ends)) {
  d_quiet.assign(context.kernel.loops.size(), true);
  for (model::BarrierId id = 0; id < context.kernel.barriers.size(); ++id) {
    const model::Barrier& barrier = context.kernel.barriers[id];
    if (!d_ends[id]) continue;
    for (LoopId loop = context.kernel.blocks[barrier.block].loop; loop != kNone;
         loop = context.kernel.loops[loop].parent)
      d_quiet[loop] = false;
  }
}

std::vector<Start> IntervalExplorer::starts() const {
  std::vector<Start> result{{0, 0, kNone}};
  for (BlockId block = 0; block < d_context.kernel.blocks.size(); ++block) {
    const auto& events = d_context.kernel.blocks[block].events;
    for (std::size_t i = 0; i < events.size(); ++i)
      if (events[i].kind == Event::Kind::Barrier && d_ends[events[i].index])
        result.push_back({block, i + 1, events[i].index});
  }
  return result;
}

// A state is a block with an environment. States form an acyclic graph if the back edges of "later
// iterations" are omitted; their condition is that of the first entry.
struct IntervalExplorer::Walk {
  using Key = std::pair<BlockId, EnvironmentId>;
  struct Step {
    std::size_t target;
    Term condition;
  };
  struct State {
    Key key;
    std::size_t first_event = 0;
    std::vector<Step> steps;
    Term condition;
    Term beyond;  // condition of the steps into "a later iteration", before one is chosen; or null
    bool expanded = false;
  };

  Walk(Context& c, const IntervalExplorer& e, Evaluator& v)
      : context(c), explorer(e), evaluator(v), store(c.store) {}

  std::size_t state(Key key) {
    const auto [it, inserted] = index.try_emplace(key, states.size());
    if (inserted) states.push_back({key, 0, {}, store.false_(), {}, false});
    return it->second;
  }

  // The barrier that ends the interval within the state's block, if one does.
  std::optional<model::BarrierId> stop(const State& at) const {
    const auto& events = context.kernel.blocks[at.key.first].events;
    for (std::size_t i = at.first_event; i < events.size(); ++i)
      if (events[i].kind == Event::Kind::Barrier && explorer.d_ends[events[i].index]) return events[i].index;
    return std::nullopt;
  }

  // The quiet loop that the state represents, or kNone.
  LoopId quiet_loop(const Key& key) const {
    return context.graph.child_containing(context.environments.at(key.second).loop, key.first);
  }

  void step(std::size_t from, BlockId block, std::uint32_t successor) {
    const EnvironmentId environment = states[from].key.second;
    const BlockId target = context.kernel.blocks[block].successors[successor];
    Term condition = evaluator.edge(block, successor, environment);
    if (condition.is_false()) return;
    EnvironmentId next = environment;
    const auto leave_to = [&](LoopId loop) {
      while (context.environments.at(next).loop != loop) {
        const Environment here = context.environments.at(next);
        if (context.graph.encloses(here.loop, loop)) break;
        condition =
            store.and_(condition, store.eq(evaluator.exit_counter(here.loop, here.parent), here.counter));
        next = here.parent;
      }
    };
    leave_to(context.graph.common(context.environments.at(next).loop, context.kernel.blocks[target].loop));
    const LoopId loop = context.environments.at(next).loop;
    if (loop != kNone && target == context.kernel.loops[loop].header) {
      const Term before = condition;
      const auto again = advance(next, condition);
      if (!again) return;
      if (phase[*again] > kExactSteps) {
        Term& beyond = states[from].beyond;
        beyond = beyond ? store.or_(beyond, before) : before;
      }
      next = *again;
    } else {
      const LoopId entered = context.graph.child_containing(loop, target);
      if (entered != kNone && !explorer.d_quiet[entered]) {
        next = context.environments.enter(next, entered, store.bv(0, kCounterBits));
        phase.try_emplace(next, 0);
      }
    }
    if (condition.is_false()) return;
    const std::size_t to = state({target, next});
    states[from].steps.push_back({to, condition});
  }

  // The next iteration of the innermost loop; nothing if the state is already "later".
  std::optional<EnvironmentId> advance(EnvironmentId environment, Term& condition) {
    const Environment here = context.environments.at(environment);
    const unsigned now = phase[environment];
    if (now > kExactSteps) return std::nullopt;
    const Term following = store.add(here.counter, store.bv(1, kCounterBits));
    if (now < kExactSteps) {
      const EnvironmentId next = context.environments.enter(here.parent, here.loop, following);
      phase.try_emplace(next, now + 1);
      condition = store.and_(condition, evaluator.iterates(next));
      return next;
    }
    const std::string name =
        evaluator.item().tag + ".later." + std::to_string(here.loop) + "." + std::to_string(environment);
    const Term later = evaluator.counter(here.loop, here.parent, name);
    const EnvironmentId next = context.environments.enter(here.parent, here.loop, later);
    phase.try_emplace(next, kExactSteps + 1);
    const Term skipped =
        context.unknowns.marker(name, {verdict::Cause::SkippedBarrier, "iterations that skip the barrier",
                                       context.kernel.loops[here.loop].location});
    // One further iteration is exact; beyond that, the conditions in between are dropped.
    condition = store.and_(
        condition, store.or_(store.eq(later, following), store.and_(skipped, store.ult(following, later))));
    condition = store.and_(condition, evaluator.iterates(next));
    return next;
  }

  void expand(std::size_t at) {
    states[at].expanded = true;
    if (stop(states[at])) return;
    const Key key = states[at].key;
    const LoopId quiet = quiet_loop(key);
    if (quiet != kNone) {
      for (const ExitEdge& exit : context.graph.exits(quiet)) step(at, exit.from, exit.successor);
      return;
    }
    for (std::uint32_t i = 0; i < context.kernel.blocks[key.first].successors.size(); ++i)
      step(at, key.first, i);
  }

  // Post-order of the states, so that its reverse is topological.
  std::vector<std::size_t> order() {
    std::vector<std::size_t> result;
    std::vector<std::pair<std::size_t, std::size_t>> stack{{0, 0}};
    expand(0);
    while (!stack.empty() && states.size() <= kMostStates) {
      auto& [at, next] = stack.back();
      if (next < states[at].steps.size()) {
        const std::size_t target = states[at].steps[next++].target;
        if (!states[target].expanded) {
          expand(target);
          stack.emplace_back(target, 0);
        }
      } else {
        result.push_back(at);
        stack.pop_back();
      }
    }
    return result;
  }

  void collect(const State& at, Interval& result) {
    const auto [block, environment] = at.key;
    const LoopId quiet = quiet_loop(at.key);
    if (quiet != kNone) {
      for (const model::SiteId site : sites_in(quiet)) {
        const BlockId place = context.kernel.sites[site].block;
        const EnvironmentId inside = evaluator.enter_all(place, environment, evaluator.item().tag + ".k");
        const Term here = store.and_(at.condition, evaluator.descend(place, inside, environment));
        if (!here.is_false()) result.sites.push_back({site, inside, here});
      }
      return;
    }
    const auto& events = context.kernel.blocks[block].events;
    for (std::size_t i = at.first_event; i < events.size(); ++i) {
      if (events[i].kind == Event::Kind::Site)
        result.sites.push_back({events[i].index, environment, at.condition});
      if (events[i].kind == Event::Kind::Barrier && explorer.d_ends[events[i].index]) {
        result.ends.push_back({events[i].index, environment, at.condition, is_named(environment)});
        return;
      }
    }
    if (context.kernel.blocks[block].successors.empty())
      result.ends.push_back({kNone, environment, at.condition, is_named(environment),
                             analysis::is_excluded(context.kernel, block),
                             context.kernel.blocks[block].ends_by_return});
  }

  // No loop is in "a later iteration", which each work-item chooses separately.
  bool is_named(EnvironmentId environment) {
    for (; environment != kOutside; environment = context.environments.at(environment).parent)
      if (phase[environment] > kExactSteps) return false;
    return true;
  }

  std::vector<model::SiteId> sites_in(LoopId loop) const {
    std::vector<model::SiteId> result;
    for (model::SiteId site = 0; site < context.kernel.sites.size(); ++site)
      if (context.graph.contains(loop, context.kernel.sites[site].block)) result.push_back(site);
    return result;
  }

  Context& context;
  const IntervalExplorer& explorer;
  Evaluator& evaluator;
  smt::TermStore& store;
  std::map<Key, std::size_t> index;
  std::vector<State> states;
  std::map<EnvironmentId, unsigned> phase;
};

Interval IntervalExplorer::explore(Evaluator& evaluator, const Start& start, EnvironmentId environment,
                                   Term condition) const {
  Interval result;
  result.beyond = d_context.store.false_();
  if (condition.is_false()) return result;
  Walk walk(d_context, *this, evaluator);
  for (EnvironmentId e = environment; e != kOutside; e = d_context.environments.at(e).parent)
    walk.phase.try_emplace(e, 0);
  // The start is a separate state, since its block may be entered again from the top.
  walk.states.push_back({{start.block, environment}, start.event, {}, condition, {}, false});
  const std::vector<std::size_t> post = walk.order();
  if (walk.states.size() > kMostStates) {
    result.complete = false;
    return result;
  }
  for (std::size_t i = post.size(); i-- > 0;) {
    const Walk::State& at = walk.states[post[i]];
    if (at.condition.is_false()) continue;
    walk.collect(at, result);
    if (at.beyond)
      result.beyond = d_context.store.or_(result.beyond, d_context.store.and_(at.condition, at.beyond));
    for (const Walk::Step& step : at.steps) {
      Term& target = walk.states[step.target].condition;
      target = d_context.store.or_(target, d_context.store.and_(at.condition, step.condition));
    }
  }
  return result;
}

}  // namespace launchproof::access
