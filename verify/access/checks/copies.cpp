// Asynchronous copies (OpenCL C 3.0, 6.15.11; OpenCL C 1.2, 6.12.10).
//
// The group makes a copy at an unknown moment between its call and the wait for its event. The copy is not
// synchronised with earlier actions of the work-items: only a barrier between an access and the call orders
// the two, since the first work-item that arrives may begin the copy. No barrier ends a copy. A wait ends it
// for all work-items of the group that passed the wait. All work-items pass the same arguments (checked in
// divergence.cpp), so any of them can represent the group when addresses are computed.
#include "verify/access/checks/race_questions.h"
#include "verify/analysis/flights.h"

namespace launchproof::access {

using model::BarrierId;
using model::BlockId;
using model::Convergence;
using model::kNone;
using model::LoopId;
using model::SiteId;
using smt::Term;
using verdict::Property;

namespace {

// Returns whether control gets from node `from` to node `to` of the region without passing its start again.
bool leads_to(const analysis::FlowGraph& graph, LoopId region, BlockId from, BlockId to) {
  std::vector<BlockId> work{to};
  std::vector<bool> seen(graph.kernel().blocks.size(), false);
  while (!work.empty()) {
    const BlockId at = work.back();
    work.pop_back();
    if (at == from) return true;
    if (seen[at]) continue;
    seen[at] = true;
    for (const analysis::FlowGraph::Edge& edge : graph.incoming(region, at)) work.push_back(edge.source_node);
  }
  return false;
}

std::size_t place_of(const model::KernelModel& kernel, SiteId site) {
  const auto& events = kernel.blocks[kernel.sites[site].block].events;
  std::size_t place = 0;
  while (events[place].kind != model::Event::Kind::Site || events[place].index != site) ++place;
  return place;
}

}  // namespace

// In program order, the first access comes before the second, whether they belong to one work-item or to two
// on the same path.
Term RaceQuestions::precedes(const Side& first, const Side& second) const {
  const Context& context = d_session.context;
  const BlockId from = d_kernel.sites[first.site].block;
  const BlockId to = d_kernel.sites[second.site].block;
  Term equal = d_store.true_();
  std::vector<Term> ways;
  LoopId region = kNone;
  for (const LoopId loop :
       context.graph.chain(context.graph.common(d_kernel.blocks[from].loop, d_kernel.blocks[to].loop))) {
    const Term one = context.environments.counter_in(first.environment, loop);
    const Term two = context.environments.counter_in(second.environment, loop);
    ways.push_back(d_store.and_(equal, d_store.ult(one, two)));
    equal = d_store.and_(equal, d_store.eq(one, two));
    region = loop;
  }
  const BlockId from_node = context.graph.node(region, from);
  const BlockId to_node = context.graph.node(region, to);
  const bool before = from == to ? place_of(d_kernel, first.site) < place_of(d_kernel, second.site)
                                 : leads_to(context.graph, region, from_node, to_node);
  if (before) ways.push_back(equal);
  return d_store.or_(ways);
}

// Accesses in a barrier interval before the call of a copy in the same interval.
void RaceQuestions::ask_before(const Interval& plain, const Interval& copying, Order order,
                               const std::string& interval) {
  Session& session = d_session;
  for (const SiteInstance& b : copying.sites) {
    if (d_kernel.sites[b.site].copy == kNone) continue;
    for (const SiteInstance& a : plain.sites) {
      if (d_kernel.sites[a.site].copy != kNone || !may_conflict(a.site, b.site, order)) continue;
      Meeting meeting{{&session.s, a.site, a.environment},
                      {&session.t, b.site, b.environment},
                      session.one(),
                      true,
                      interval};
      meeting.order = order;
      const auto& more = session.t.item().constraints;
      meeting.conditions.insert(meeting.conditions.end(), more.begin(), more.end());
      meeting.conditions.push_back(a.condition);
      meeting.conditions.push_back(b.condition);
      meeting.conditions.push_back(session.is_element(meeting.b));
      meeting.conditions.push_back(precedes(meeting.a, meeting.b));
      ask(meeting);
    }
  }
}

// Accesses, and other copies, from the call to the wait.
void RaceQuestions::ask_in_flight(BarrierId copy) {
  Session& session = d_session;
  const model::Barrier& point = d_kernel.barriers[copy];
  const analysis::Flight flight = analysis::flight_of(d_kernel, copy);
  const IntervalExplorer explorer(session.context, flight.ends);
  const EnvironmentId environment = session.shared_environment(point.block);
  const auto& events = d_kernel.blocks[point.block].events;
  std::size_t next = 0;
  while (events[next].kind != model::Event::Kind::Barrier || events[next].index != copy) ++next;
  std::vector<SiteId> own;
  for (++next; next < events.size() && events[next].kind == model::Event::Kind::Site &&
               d_kernel.sites[events[next].index].copy == copy;
       ++next)
    own.push_back(events[next].index);
  const Term called = session.s.reach(point.block, environment);
  const Interval found = explorer.explore(session.s, {point.block, next, kNone}, environment, called);
  if (!found.complete) {
    session.fail(Property::DataRace, verdict::Verdict::Unknown, verdict::Cause::UnsupportedConstruct,
                 "the flight of an asynchronous copy has too many states", point.location);
    return;
  }
  for (const SiteId a : own)
    for (const SiteInstance& b : found.sites) {
      if (!may_conflict(a, b.site, Order::LocalMemory) && !may_conflict(a, b.site, Order::GlobalMemory) &&
          !may_conflict(a, b.site, Order::ImageMemory))
        continue;
      const verdict::SourceLocation at = session.build.location(point.location, "");
      Meeting meeting{{&session.s, a, environment},
                      {&session.s, b.site, b.environment},
                      session.one(),
                      true,
                      "while the copy of " + at.file + ":" + std::to_string(at.line) + " goes on",
                      flight.unmatched};
      meeting.conditions.push_back(called);
      meeting.conditions.push_back(b.condition);
      meeting.conditions.push_back(session.is_element(meeting.a));
      meeting.conditions.push_back(session.is_element(meeting.b));
      ask(meeting);
    }
  // The kernel must wait for every copy before it ends.
  for (const End& end : found.ends) {
    if (end.barrier != kNone || end.is_excluded) continue;
    session.queries.about(Property::DataRace, {copy});
    std::vector<Term> question = session.one();
    question.push_back(called);
    question.push_back(end.condition);
    Outcome outcome = session.queries.ask(question, {&session.s});
    if (outcome.status == smt::Status::Unknown) session.fail(Property::DataRace, outcome, point.location);
    if (outcome.status != smt::Status::Sat) continue;
    if (!own.empty()) {
      Meeting meeting{{&session.s, own.front(), environment},
                      {&session.s, own.front(), environment},
                      {},
                      true,
                      "",
                      flight.unmatched};
      orders(meeting, outcome);
    }
    session.add(session.build.never_waited(session.s, environment, copy, outcome));
    return;
  }
}

void RaceQuestions::ask_copies() {
  bool any = false;
  for (BarrierId id = 0; id < d_kernel.barriers.size(); ++id) {
    if (d_kernel.barriers[id].kind != Convergence::Copy) continue;
    ask_in_flight(id);
    any = true;
  }
  if (!any) return;
  for (const Order order : {Order::LocalMemory, Order::GlobalMemory, Order::ImageMemory}) {
    each_interval(order, model::ConvergenceLevel::Group, d_session.t,
                  [&](const Interval& first, const Interval& second, const std::string& interval) {
                    ask_before(first, second, order, interval);
                  });
  }
}

}  // namespace launchproof::access
