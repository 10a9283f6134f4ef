// Barrier divergence: every work-item of a group must meet the same barrier instances, and every work-item of
// the launch the same ones of its whole grid.
//
// A branch decides a barrier if its paths lead to different next barriers (or the end), where branches that
// decide nothing count as joined. Work-items that agree at every deciding branch, in the order in which they
// reach them, agree on all barriers. It is therefore sufficient to ask for the first disagreement: both at
// the branch in the same iterations, with different outcomes. A loop without barriers is one branch with its
// exits as outcomes.
#include <algorithm>
#include <map>
#include <optional>

#include "verify/access/checks/session.h"
#include "verify/analysis/masked_meetings.h"
#include "verify/analysis/preconditions.h"
#include "verify/symbolic/terms/sub_groups.h"

namespace launchproof::access {

using analysis::ExitEdge;
using model::BlockId;
using model::ConvergenceLevel;
using model::Event;
using model::kNone;
using model::LoopId;
using smt::Status;
using smt::Term;
using symbolic::has_groups_of_one;
using symbolic::same_sub_group;
using symbolic::WorkItem;
using verdict::Property;
using verdict::Verdict;

namespace {

constexpr BlockId kEnd = kNone - 1;  // label of blocks that end the kernel

class DivergenceQuestions {
 public:
  // `level`: the work-items that must agree.
  DivergenceQuestions(Session& session, ConvergenceLevel level)
      : d_session(session),
        d_kernel(session.context.kernel),
        d_graph(session.context.graph),
        d_level(level),
        d_other(level == ConvergenceLevel::Grid ? session.u : session.t),
        d_explorer(session.context, points()) {}

  void ask();
  // Returns whether exactly the threads in the function's constant mask reach it, each in the same iterations
  // of the loops around it. Requires the sub-group level.
  bool all_named_come(const model::Fence& fence);

 private:
  struct Way {
    BlockId block = kNone;  // that branches
    std::uint32_t successor = 0;
    BlockId target = kNone;  // node
  };

  // Returns the outermost loop without barriers that contains the block, or kNone.
  LoopId quiet_loop(BlockId block) const;
  BlockId node(BlockId block) const;
  std::vector<Way> ways(BlockId at) const;
  // Returns whether all of them must reach this point. Work-items of a sub-group also belong to one group.
  bool counts(model::BarrierId id) const { return d_kernel.barriers[id].level <= d_level; }
  std::vector<bool> points() const;
  // Two of them.
  std::vector<Term> pair() const;
  bool holds_barrier(BlockId block) const;
  bool begins_loop(BlockId block) const;
  void label();
  void ask_branch(BlockId at);
  void ask_missed(BlockId at, EnvironmentId environment, const Outcome& parting);
  void ask_same(model::BarrierId id);
  // Makes the outcome inexact, for this reason.
  void doubt(Outcome& outcome, model::LocationId where,
             verdict::Cause cause = verdict::Cause::EarlierIterations,
             const char* detail = "that a barrier is then missed was not shown") const;
  // The hardware's barrier of a grid counts blocks, so that it may not miss single threads that have
  // returned.
  void doubt_returned(const Interval& other, Outcome& outcome, model::LocationId where) const;
  // Unless the launch facts say so, the device decides which work-items are in one sub-group.
  void doubt_division(Outcome& outcome, model::LocationId where) const;
  Term with_markers(Term term, bool value) const;
  // Returns whether a work-item that has ended in this way is missing at the barrier. In a CUDA kernel,
  // work-items that returned are not missing. A work-item that takes the other branch around a conditional
  // barrier bypasses it. A barrier of the grid needs all of them (CUDA C++ Programming Guide, Grid
  // Synchronization).
  bool is_missed(model::BarrierId barrier, const End& end) const {
    if (d_level == ConvergenceLevel::Grid) return true;
    if (d_session.options.barrier_rule == model::BarrierRule::OpenCl) return true;
    const model::Convergence kind = d_kernel.barriers[barrier].kind;
    if (d_kernel.language == model::Language::Cuda)
      return !end.by_return ||
             (kind != model::Convergence::Barrier && kind != model::Convergence::Collective);
    return kind != model::Convergence::Barrier;
  }

  Session& d_session;
  const model::KernelModel& d_kernel;
  const analysis::FlowGraph& d_graph;
  ConvergenceLevel d_level;
  Evaluator& d_other;  // the work-item that is compared with the session's first one
  IntervalExplorer d_explorer;
  std::map<BlockId, BlockId> d_labels;  // node -> block that decides its next barrier; kNone while unknown
};

std::vector<bool> DivergenceQuestions::points() const {
  std::vector<bool> result;
  result.reserve(d_kernel.barriers.size());
  for (model::BarrierId id = 0; id < d_kernel.barriers.size(); ++id) result.push_back(counts(id));
  return result;
}

std::vector<Term> DivergenceQuestions::pair() const {
  if (d_level == ConvergenceLevel::Grid) return d_session.other_group();
  std::vector<Term> result = d_session.same_group();
  if (d_level == ConvergenceLevel::SubGroup)
    result.push_back(same_sub_group(d_session.context.store, d_session.s.item(), d_session.t.item()));
  return result;
}

LoopId DivergenceQuestions::quiet_loop(BlockId block) const {
  LoopId result = kNone;
  for (LoopId loop = d_kernel.blocks[block].loop; loop != kNone && d_explorer.is_quiet(loop);
       loop = d_kernel.loops[loop].parent)
    result = loop;
  return result;
}

BlockId DivergenceQuestions::node(BlockId block) const {
  const LoopId quiet = quiet_loop(block);
  return quiet == kNone ? block : d_kernel.loops[quiet].header;
}

std::vector<DivergenceQuestions::Way> DivergenceQuestions::ways(BlockId at) const {
  std::vector<Way> result;
  const LoopId quiet = quiet_loop(at);
  if (quiet != kNone) {
    for (const ExitEdge& exit : d_graph.exits(quiet))
      if (!analysis::is_excluded(d_kernel, exit.to))
        result.push_back({exit.from, exit.successor, node(exit.to)});
    return result;
  }
  const auto& successors = d_kernel.blocks[at].successors;
  for (std::uint32_t i = 0; i < successors.size(); ++i)
    if (!analysis::is_excluded(d_kernel, successors[i])) result.push_back({at, i, node(successors[i])});
  return result;
}

bool DivergenceQuestions::holds_barrier(BlockId block) const {
  return std::ranges::any_of(d_kernel.blocks[block].events, [&](const Event& event) {
    return event.kind == Event::Kind::Barrier && counts(event.index);
  });
}

bool DivergenceQuestions::begins_loop(BlockId block) const {
  const LoopId loop = d_kernel.blocks[block].loop;
  return loop != kNone && d_kernel.loops[loop].header == block;
}

// The label of a node is the node itself if it contains a barrier, begins the iterations of a loop with
// barriers (the same barrier in the next iteration is another instance), ends the kernel, or decides.
// Otherwise it is the label that all of its paths share.
void DivergenceQuestions::label() {
  for (BlockId block = 0; block < d_kernel.blocks.size(); ++block) d_labels[node(block)] = kNone;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [at, current] : d_labels) {
      if (current == at) continue;
      BlockId next = kNone;
      const std::vector<Way> out = ways(at);
      if (quiet_loop(at) == kNone && (holds_barrier(at) || begins_loop(at))) {
        next = at;
      } else if (out.empty()) {
        next = kEnd;
      } else {
        for (const Way& way : out) {
          const BlockId label = d_labels.at(way.target);
          if (label == kNone || label == next) continue;
          next = next == kNone ? label : at;
          if (next == at) break;
        }
      }
      if (next != current) {
        current = next;
        changed = true;
      }
    }
  }
}

void DivergenceQuestions::doubt(Outcome& outcome, model::LocationId where, verdict::Cause cause,
                                const char* detail) const {
  Needed needed;
  needed.unknown.cause = cause;
  needed.unknown.detail = detail;
  needed.unknown.location = where;
  needed.term = d_session.context.store.true_();
  outcome.needed.push_back(std::move(needed));
}

void DivergenceQuestions::doubt_returned(const Interval& other, Outcome& outcome,
                                         model::LocationId where) const {
  if (d_level != ConvergenceLevel::Grid || d_session.options.barrier_rule == model::BarrierRule::OpenCl)
    return;
  const bool has_returned = std::ranges::any_of(other.ends, [&](const End& end) {
    return end.barrier == kNone && end.by_return && outcome.model.evaluate(end.condition) != 0;
  });
  if (!has_returned) return;
  doubt(outcome, where, verdict::Cause::ReturnedEarly,
        "that the barrier of the grid waits for a thread that has returned");
}

void DivergenceQuestions::doubt_division(Outcome& outcome, model::LocationId where) const {
  if (d_level != ConvergenceLevel::SubGroup) return;
  const smt::Term together = same_sub_group(d_session.context.store, d_session.s.item(), d_session.t.item());
  if (together.is_true() || d_session.context.facts.sub_groups.is_known()) return;
  doubt(outcome, where, verdict::Cause::SubGroups,
        "that the device puts the two work-items into one sub-group (--sub-group-size)");
}

Term DivergenceQuestions::with_markers(Term term, bool value) const {
  return d_session.context.store.substitute(term, [&](Term part) {
    return d_session.context.unknowns.marker(part) != nullptr ? d_session.context.store.boolean(value)
                                                              : Term();
  });
}

// Work-items separate at a branch. Is there a barrier instance that one of them reaches next and the other
// does not? If none is missed, they continue together.
void DivergenceQuestions::ask_missed(BlockId at, EnvironmentId environment, const Outcome& parting) {
  Session& session = d_session;
  smt::TermStore& store = session.context.store;
  const model::LocationId where = d_kernel.blocks[ways(at).front().block].location;
  const Start start{at, d_kernel.blocks[at].events.size(), kNone};
  const Term t_here = d_other.reach(at, environment);
  const Interval s_next = d_explorer.explore(session.s, start, environment, session.s.reach(at, environment));
  const Interval t_next = d_explorer.explore(d_other, start, environment, store.true_());
  std::optional<Outcome> best;
  symbolic::BarrierPair barriers;
  if (!s_next.complete || !t_next.complete) {
    best = parting;
    doubt(*best, where);
  }
  for (const End& end : s_next.ends) {
    if (end.barrier == kNone || (best && best->needed.empty())) continue;
    Term arrives = store.false_();
    for (const End& other : t_next.ends) {
      const bool same = end.is_named && other.barrier == end.barrier && other.environment == end.environment;
      if (same || other.is_excluded || (other.barrier == kNone && !is_missed(end.barrier, other)))
        arrives = store.or_(arrives, other.condition);
    }
    // Reaching a place after a marker is not certain: it does not count for a proof, but counts for a
    // refutation.
    std::vector<Term> question = pair();
    question.push_back(end.condition);
    question.push_back(t_here);
    question.push_back(store.not_(with_markers(arrives, false)));
    Outcome outcome = session.queries.ask(question, {&session.s, &d_other});
    if (outcome.status == Status::Unsat) continue;
    if (outcome.status == Status::Unknown) {
      session.fail(Property::BarrierDivergence, outcome, where);
      continue;
    }
    const Term surely_missed =
        store.and_(store.not_(with_markers(arrives, true)), store.not_(with_markers(t_next.beyond, true)));
    if (surely_missed != question.back()) {
      question.back() = surely_missed;
      Outcome certain = session.queries.ask(question, {&session.s, &d_other});
      if (certain.status == Status::Sat)
        outcome = std::move(certain);
      else
        doubt(outcome, where);
    }
    if (!end.is_named) doubt(outcome, where);
    doubt_returned(t_next, outcome, where);
    if (best && !outcome.needed.empty()) continue;
    session.make_small({{&session.s, kNone, environment}, {&d_other, kNone, environment}}, outcome);
    barriers = {end.barrier, kNone};
    for (const End& other : t_next.ends)
      if (other.barrier != end.barrier && outcome.model.evaluate(other.condition) != 0)
        barriers.instead = other.barrier;
    best = std::move(outcome);
  }
  if (!best) return;
  session.doubt(session.s, at, environment, *best);
  doubt_division(*best, where);
  session.add(session.build.divergence(session.s, d_other, environment, where, barriers, *best));
}

void DivergenceQuestions::ask_branch(BlockId at) {
  Session& session = d_session;
  session.queries.about(Property::BarrierDivergence, {at});
  smt::TermStore& store = session.context.store;
  const EnvironmentId environment = [&] {
    const LoopId quiet = quiet_loop(at);
    return quiet == kNone ? session.shared_environment(at, d_other)
                          : session.shared_environment(d_kernel.loops[quiet].preheader, d_other);
  }();
  std::map<BlockId, std::pair<Term, Term>> outcomes;  // label -> conditions that s and t take a path to it
  for (const Way& way : ways(at)) {
    const BlockId label = d_labels.at(way.target);
    auto [it, inserted] = outcomes.try_emplace(label, store.false_(), store.false_());
    it->second.first = store.or_(it->second.first, session.s.edge(way.block, way.successor, environment));
    it->second.second = store.or_(it->second.second, d_other.edge(way.block, way.successor, environment));
  }
  std::vector<Term> ways_apart;
  for (const auto& [label, s_takes] : outcomes)
    for (const auto& [other, t_takes] : outcomes)
      if (label != other) ways_apart.push_back(store.and_(s_takes.first, t_takes.second));
  std::vector<Term> question = pair();
  question.push_back(session.s.reach(at, environment));
  question.push_back(d_other.reach(at, environment));
  question.push_back(store.or_(ways_apart));
  const Outcome outcome = session.queries.probe(question, {&session.s, &d_other}, Queries::Narrow::Yes);
  if (outcome.status == Status::Unknown)
    session.fail(Property::BarrierDivergence, outcome, d_kernel.blocks[at].location);
  if (outcome.status == Status::Sat) ask_missed(at, environment, outcome);
}

// Work-items that reach one point together must pass equal values for each operand that must be uniform.
void DivergenceQuestions::ask_same(model::BarrierId id) {
  Session& session = d_session;
  smt::TermStore& store = session.context.store;
  const model::Barrier& point = d_kernel.barriers[id];
  const EnvironmentId environment = session.shared_environment(point.block, d_other);
  std::vector<Term> unequal;
  bool certain = true;
  for (const model::ValueId operand : point.same) {
    if (session.context.uniformity.is_uniform_at(operand, point.block)) continue;
    unequal.push_back(
        store.distinct(session.s.value(operand, environment), d_other.value(operand, environment)));
    certain = certain && d_kernel.values[operand].op != model::Op::Undefined &&
              !std::ranges::count(point.events, operand);
  }
  if (unequal.empty()) return;
  session.queries.about(Property::BarrierDivergence, {point.block, id});
  std::vector<Term> question = pair();
  question.push_back(session.s.reach(point.block, environment));
  question.push_back(d_other.reach(point.block, environment));
  question.push_back(store.or_(unequal));
  Outcome outcome = session.queries.ask(question, {&session.s, &d_other});
  if (outcome.status == Status::Unknown) session.fail(Property::BarrierDivergence, outcome, point.location);
  if (outcome.status == Status::Sat) {
    session.doubt(session.s, point.block, environment, outcome);
    doubt_division(outcome, point.location);
    session.add(session.build.differing(session.s, d_other, environment, id, outcome));
  }
  // All iterations share one term for the event of a copy.
  if (outcome.status == Status::Unsat && !certain)
    session.fail(Property::BarrierDivergence, Verdict::Unknown, verdict::Cause::UnsupportedConstruct,
                 "that all work-items wait for the same events was not shown", point.location);
}

bool DivergenceQuestions::all_named_come(const model::Fence& fence) {
  Session& session = d_session;
  smt::TermStore& store = session.context.store;
  const auto named = [&](const WorkItem& item) {
    const Term lane = item.division->value(model::SubGroupValue::LocalId);
    const Term lanes = store.bv(fence.lanes, lane.width());
    return store.eq(store.extract(store.lshr(lanes, lane), 0, 1), store.bv(1, 1));
  };
  if (!session.s.item().division || !session.s.item().division->is_position_given) return false;
  const EnvironmentId environment = session.shared_environment(fence.block);
  const Term comes = session.s.reach(fence.block, environment);
  const auto is_refuted = [&](std::vector<Term> question, std::initializer_list<Evaluator*> evaluators) {
    question.push_back(comes);
    return session.queries.probe(std::move(question), evaluators, Queries::Narrow::No).status ==
           Status::Unsat;
  };
  session.queries.about(Property::BarrierDivergence, {fence.block, fence.lanes});
  std::vector<Term> stranger = session.one();
  stranger.push_back(store.not_(named(session.s.item())));
  if (!is_refuted(std::move(stranger), {&session.s})) return false;
  std::vector<Term> absent = pair();
  absent.push_back(named(session.t.item()));
  // Reaching a place after a marker is not certain, so it does not count.
  absent.push_back(store.not_(with_markers(session.t.reach(fence.block, environment), false)));
  return is_refuted(std::move(absent), {&session.s, &session.t});
}

void DivergenceQuestions::ask() {
  label();
  for (model::BarrierId id = 0; id < d_kernel.barriers.size(); ++id)
    if (!d_kernel.barriers[id].same.empty() && d_kernel.barriers[id].level == d_level) ask_same(id);
  for (const auto& [at, current] : d_labels)
    if (current == at && !ways(at).empty() && (quiet_loop(at) != kNone || !holds_barrier(at))) ask_branch(at);
  // A block that contains a barrier and then branches decides, too.
  for (const auto& [at, current] : d_labels) {
    const std::vector<Way> out = ways(at);
    if (quiet_loop(at) != kNone || !holds_barrier(at) || out.size() < 2) continue;
    if (d_labels.at(out[0].target) != d_labels.at(out[1].target)) ask_branch(at);
  }
}

// A barrier of the grid ends a launch that is not cooperative (CUDA C++ Programming Guide, Grid
// Synchronization), so that no work-item may reach one.
void ask_not_cooperative(Session& session) {
  const model::KernelModel& kernel = session.context.kernel;
  for (model::BarrierId id = 0; id < kernel.barriers.size(); ++id) {
    const model::Barrier& barrier = kernel.barriers[id];
    if (!barrier.is_of_grid()) continue;
    const EnvironmentId environment = session.shared_environment(barrier.block);
    session.queries.about(Property::BarrierDivergence, {barrier.block, id});
    std::vector<Term> question = session.one();
    question.push_back(session.s.reach(barrier.block, environment));
    Outcome outcome = session.queries.ask(question, {&session.s});
    if (outcome.status == Status::Unknown)
      session.fail(Property::BarrierDivergence, outcome, barrier.location);
    if (outcome.status != Status::Sat) continue;
    session.doubt(session.s, barrier.block, environment, outcome);
    session.add(session.build.not_cooperative(session.s, environment, id, outcome));
  }
}

}  // namespace

void ask_barrier_divergence(Session& session) {
  session.result.properties[Property::BarrierDivergence].verdict = Verdict::Verified;
  const auto& kernel = session.context.kernel;
  for (const std::uint32_t id : analysis::unshown_meetings(kernel, session.context.uniformity)) {
    if (kernel.fences[id].meeting == model::MaskMeeting::OfLanes &&
        DivergenceQuestions(session, ConvergenceLevel::SubGroup).all_named_come(kernel.fences[id]))
      continue;
    session.fail(Property::BarrierDivergence, Verdict::Unknown, verdict::Cause::UnsupportedConstruct,
                 "that all threads which the mask of `" + kernel.fences[id].function +
                     "` names come to it was not shown",
                 kernel.fences[id].location);
  }
  if (session.context.kernel.barriers.empty()) return;
  const model::Barrier* of_grid = model::barrier_of_grid(kernel);
  if (of_grid != nullptr && !session.context.facts.is_cooperative.value_or(true)) {
    ask_not_cooperative(session);
    if (session.result.properties[Property::BarrierDivergence].verdict != Verdict::Verified) return;
  }
  if (of_grid != nullptr && session.has_several_groups()) {
    if (!session.context.facts.is_cooperative) {
      const verdict::SourceLocation at = session.build.location(of_grid->location, "");
      session.assume("all groups of the launch run at the same time, as the barrier of the grid at " +
                     at.file + ":" + std::to_string(at.line) + " requires (a cooperative launch)");
    }
    DivergenceQuestions(session, ConvergenceLevel::Grid).ask();
  }
  if (has_groups_of_one(session.context.facts)) return;
  DivergenceQuestions(session, ConvergenceLevel::Group).ask();
  const auto& barriers = session.context.kernel.barriers;
  // When a group diverges, so do its sub-groups.
  const Verdict verdict = session.result.properties[Property::BarrierDivergence].verdict;
  const bool parts = verdict == Verdict::Defect || verdict == Verdict::PossibleDefect;
  if (!parts && std::ranges::any_of(barriers, &model::Barrier::is_of_sub_group))
    DivergenceQuestions(session, ConvergenceLevel::SubGroup).ask();
}

}  // namespace launchproof::access
