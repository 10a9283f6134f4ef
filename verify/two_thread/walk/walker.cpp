#include "verify/two_thread/walk/walker.h"

#include <algorithm>

#include "verify/analysis/preconditions.h"
#include "verify/two_thread/guesses/barrier_intervals.h"
#include "verify/two_thread/guesses/relevance.h"
#include "verify/two_thread/terms/redundant_reads.h"
#include "verify/two_thread/terms/tickets.h"

namespace launchproof::two_thread {

using model::AnnotationKind;
using model::ArrayId;
using model::BlockId;
using model::kNone;
using model::LoopId;
using model::SiteId;
using smt::Term;

namespace {

// Returns the nodes of the region in topological order. A node at which an assumption excludes work-items
// comes as early as possible, before anything else happens.
std::vector<BlockId> nodes_in_order(const analysis::FlowGraph& graph, LoopId region) {
  const std::vector<BlockId>& order = graph.nodes(region);
  const auto is_excluded = [&](BlockId node) { return analysis::is_excluded(graph.kernel(), node); };
  std::vector<BlockId> waiting;
  std::ranges::copy_if(order, std::back_inserter(waiting), is_excluded);
  std::vector<bool> is_placed(graph.kernel().blocks.size(), false);
  std::vector<BlockId> result;
  for (const BlockId node : order) {
    if (is_excluded(node)) continue;
    result.push_back(node);
    is_placed[node] = true;
    std::erase_if(waiting, [&](BlockId excluded) {
      const bool comes = std::ranges::all_of(graph.incoming(region, excluded),
                                             [&](const auto& edge) { return is_placed[edge.source_node]; });
      if (comes) result.push_back(excluded);
      return comes;
    });
  }
  result.insert(result.end(), waiting.begin(), waiting.end());
  return result;
}

}  // namespace

Walker::Walker(const Setting& setting, Pairing pairing, Values& values, Memory& memory,
               std::optional<Unwinding> unwinding, std::vector<bool> relevant)
    : d_setting(setting),
      d_store(setting.store),
      d_pairing(pairing),
      d_values(values),
      d_memory(memory),
      d_unwinding(unwinding),
      d_observer(unwinding ? unwinding->observer : nullptr),
      d_follower(unwinding ? unwinding->follower : nullptr),
      d_copies(setting, memory),
      d_relevant(relevant.empty() ? relevant_values(setting, pairing, memory) : std::move(relevant)),
      d_redundant(unlogged_reads(setting)) {
  if (pairing != Pairing::SameGroup) return;
  if (setting.limits.warp_sync > 1) d_lock_step.emplace(setting.graph);
  if (!setting.options.uses(Optimisation::BarrierIntervals)) return;
  const std::vector<bool> apart = reads_apart_from_writes(setting);
  for (SiteId id = 0; id < apart.size(); ++id)
    if (apart[id]) d_redundant[id] = true;
}

std::vector<bool> unlogged_reads(const Setting& setting) {
  const bool is_used = setting.options.uses(Optimisation::RedundantReads) && !setting.keeps_redundant_reads &&
                       setting.options.unwinding == 0 && setting.limits.warp_sync <= 1;
  return is_used ? redundant_reads(setting.graph) : std::vector<bool>(setting.kernel.sites.size(), false);
}

Problem Walker::run(const std::vector<Term>& base) {
  const std::size_t loops = d_setting.kernel.loops.size();
  d_bodies.assign(loops, kOutside);
  d_of_loop.assign(loops, {});
  d_ends.assign(loops, {});
  for (const bool guesses : {true, false}) {
    d_guesses = guesses;
    d_problem.inductions.clear();
    d_problem.obligations.clear();
    d_problem.sites.clear();
    d_problem.entry = base;
    d_context.clear();
    for (const Term term : base) assume(term);
    d_logs.clear();
    for (std::uint32_t region = 0; region < d_memory.regions(); ++region)
      d_logs.insert(d_logs.end(), kLogKinds.size(), {d_store.false_(), d_memory.region(region).at, {}});
    d_copies.clear();
    d_left_out.assign(d_values.items(), d_store.false_());
    try {
      begin_procedure();
      walk_region(kNone, kOutside);
    } catch (const Ended&) {
      d_context.clear();
    }
    if (loops == 0 || d_unwinding) break;
  }
  assume_tickets();
  d_problem.left_out = d_store.or_(d_left_out);
  d_problem.made_in = d_values.all_made_in();
  for (FrameId frame = 0; frame < d_values.frames().count(); ++frame)
    d_problem.parents.push_back(d_values.frames().at(frame).parent);
  return std::move(d_problem);
}

void Walker::assume(Term term, CandidateId candidate) {
  if (d_observer != nullptr) term = d_values.settled(term);
  if (d_observer != nullptr && term.is_false()) throw Ended{};
  if (!term.is_true()) d_context.push_back({term, candidate});
}

void Walker::assume_tickets() {
  std::vector<Assumption> known;
  // Further calls may return addresses.
  for (std::size_t i = 0; i < d_values.tickets().size(); ++i) {
    const Values::Ticket one = d_values.tickets()[i];
    const Term term = ticket_fact(d_setting, d_pairing, d_values, d_setting.kernel.values[one.value].index,
                                  one.frame, one.who);
    if (!term.is_true()) known.push_back({term, kNone});
  }
  if (known.empty()) return;
  const auto add = [&](auto& all) {
    for (auto& one : all) one.context.insert(one.context.end(), known.begin(), known.end());
  };
  add(d_problem.inductions);
  add(d_problem.obligations);
  add(d_problem.sites);
  add(d_problem.unwound);
}

Obligation& Walker::oblige(ObligationKind kind, FrameId frame, Term bad) {
  if (d_observer != nullptr || d_is_silent || (d_unwinding && bad.is_false())) return d_unasked;
  Obligation obligation;
  obligation.kind = kind;
  obligation.context = d_context;
  obligation.bad = bad;
  obligation.frame = frame;
  return d_problem.obligations.emplace_back(std::move(obligation));
}

void Walker::walk_region(LoopId region, FrameId frame) {
  for (const BlockId node : nodes_in_order(d_setting.graph, region)) {
    const LoopId inner = d_setting.graph.loop_of_node(region, node);
    if (inner == kNone)
      visit_block(node, frame);
    else
      visit_loop(inner, frame);
  }
  d_copies.end_iteration(region);
}

void Walker::visit_block(BlockId id, FrameId frame) {
  const model::Block& block = d_setting.kernel.blocks[id];
  if (block.excluded_by != kNone) {
    visit_excluded(id, frame);
    return;
  }
  come_together(id, frame);
  for (std::uint32_t number = 0; number < block.events.size(); ++number) {
    const model::Event& event = block.events[number];
    visit_annotations(id, number, frame);
    if (event.kind == model::Event::Kind::Site) visit_site(event.index, frame);
    if (event.kind == model::Event::Kind::Barrier) visit_barrier(event.index, frame);
    if (event.kind == model::Event::Kind::Call) visit_call(event.index, frame);
  }
  visit_annotations(id, static_cast<std::uint32_t>(block.events.size()), frame);
}

// A precondition holds for every work-item. A work-item that an assumption excludes has got this far, but
// does not continue.
void Walker::visit_excluded(BlockId block, FrameId frame) {
  const model::Annotation& annotation =
      d_setting.kernel.annotations[d_setting.kernel.blocks[block].excluded_by];
  for (unsigned who = 0; who < d_values.items(); ++who) {
    if (d_follower != nullptr) {
      // A work-item that passes the branch satisfies its condition.
      if (annotation.condition == kNone) continue;
      assume(d_store.implies(d_values.reach(annotation.block, frame, who),
                             d_values.value(annotation.condition, frame, who)));
      continue;
    }
    const Term reached = d_values.reach(block, frame, who);
    if (annotation.kind == AnnotationKind::Precondition && frame == kOutside) {
      assume(d_store.not_(reached));
      d_problem.entry.push_back(d_store.not_(reached));
    } else {
      d_left_out[who] = d_store.or_(d_left_out[who], reached);
    }
  }
}

void Walker::visit_annotations(BlockId block, std::uint32_t event, FrameId frame) {
  if (d_follower != nullptr) {
    d_follower->at_event(block, event, frame, d_context);
    return;
  }
  for (std::uint32_t id = 0; id < d_setting.kernel.annotations.size(); ++id) {
    const model::Annotation& annotation = d_setting.kernel.annotations[id];
    if (annotation.block != block || annotation.event != event) continue;
    if (annotation.contract != model::ContractPart::None) visit_contract(id, frame);
    if (d_setting.judges_pairs && d_pairing != Pairing::One && is_judged_of_pairs(annotation))
      visit_comparison(id, frame);
    if (d_pairing != Pairing::One || !is_judged(annotation)) continue;
    const Term broken = d_store.and_(d_values.reach(block, frame, 0),
                                     d_store.not_(d_values.value(annotation.condition, frame, 0)));
    oblige(ObligationKind::Assertion, frame, broken).point = id;
  }
}

// Adds the obligation only for the first work-item, since it may be either one of any two. The other one has
// an arbitrary value if it does not get here in this iteration.
void Walker::visit_comparison(std::uint32_t id, FrameId frame) {
  const model::Annotation& annotation = d_setting.kernel.annotations[id];
  Obligation& obligation = oblige(ObligationKind::Assertion, frame,
                                  d_store.and_(d_values.reach(annotation.block, frame, 0),
                                               d_store.not_(d_values.value(annotation.condition, frame, 0))));
  obligation.point = id;
  obligation.other_comes = d_values.reach(annotation.block, frame, 1);
}

void Walker::visit_site(SiteId id, FrameId frame) {
  const model::Site& site = d_setting.kernel.sites[id];
  if (d_follower != nullptr) d_follower->at_site(id, frame);
  if (site.observes || site.is_elsewhere || d_follower != nullptr) return;
  if (d_pairing == Pairing::One) {
    if (d_observer != nullptr || d_is_silent) return;
    const Term reached = d_values.reach(site.block, frame, 0);
    d_problem.sites.push_back({id, d_context, reached});
    if (site.call != kNone) return;  // it is checked in the procedure
    ask_bounds(id, frame, reached);
    return;
  }
  if (site.non_temporal) return;
  if (is_of_group(site)) {
    visit_copy(id, frame);
    return;
  }
  const std::vector<ArrayId> arrays = d_memory.watched_arrays(id);
  if (arrays.empty() || d_redundant[id]) return;
  if (d_observer != nullptr)
    for (unsigned who = 0; who < d_values.items(); ++who)
      assume(ticket_fact(d_setting, d_pairing, d_values, id, frame, who));
  const Term first = d_values.reach(site.block, frame, 0);
  const Term second = d_values.reach(site.block, frame, 1);
  for (const ArrayId array : arrays) log(id, array, frame, first);
  // The procedure checks what is logged before the call.
  if (d_observer == nullptr && !d_is_silent && site.call == kNone)
    for (const ArrayId array : arrays)
      check(id, array, frame,
            [&](Term piece) { return d_store.and_(second, d_memory.covers(id, array, frame, 1, piece)); });
  come_together(site.block, frame);
}

void Walker::ask_bounds(SiteId id, FrameId frame, Term reached) {
  const model::Site& site = d_setting.kernel.sites[id];
  for (const ArrayId array : site.arrays) {
    const analysis::Placement& place = d_setting.regions.placement(array);
    Term touched = d_store.and_(reached, d_memory.is_element(site, frame, 0));
    if (site.arrays.size() > 1) {
      const Term base = d_values.value(site.base, frame, 0);
      touched = d_store.and_(touched, d_store.eq(base, d_store.bv(array, base.width())));
    }
    if (array == 0 || place.is_null) {
      Obligation& obligation = oblige(ObligationKind::Null, frame, touched);
      obligation.site = id;
      obligation.array = array;
      continue;
    }
    if (analysis::is_forbidden(site, place.access)) {
      const Term inside = site.inside == kNone ? d_store.true_() : d_values.value(site.inside, frame, 0);
      Obligation& obligation = oblige(ObligationKind::Flags, frame, d_store.and_(touched, inside));
      obligation.site = id;
      obligation.array = array;
    }
    const auto bytes = d_setting.launch.array_bytes(array);
    if (!d_setting.limits.check_bounds) continue;
    if (!bytes) {
      // An access that is certainly before the start is outside, whatever the size is.
      const Term from_base = d_values.value(site.offset, frame, 0);
      const Term from_start = d_store.add(from_base, d_store.bv(place.before, from_base.width()));
      if (site.inside != kNone || from_start.width() < 64 || d_store.signed_range(from_start).high >= 0)
        continue;
      Obligation& obligation = oblige(ObligationKind::Bounds, frame, touched);
      obligation.site = id;
      obligation.array = array;
      continue;
    }
    if (site.inside != kNone) {
      // Checks coordinates; some samplers keep them inside.
      if (site.outside == kNone) continue;
      Obligation& obligation = oblige(ObligationKind::Bounds, frame,
                                      d_store.and_(touched, d_values.value(site.outside, frame, 0)));
      obligation.site = id;
      obligation.array = array;
      continue;
    }
    // Both offsets are relative to the start of the array's memory.
    const Term from_base = d_values.value(site.offset, frame, 0);
    const Term before = d_store.bv(place.before, from_base.width());
    const Term offset = d_store.add(from_base, before);
    const Term size = d_store.add(*bytes, before);
    const Term needed = d_store.bv(site.bytes, offset.width());
    const Term beyond =
        d_store.or_(d_store.ult(size, needed), d_store.ult(d_store.sub(size, needed), offset));
    Obligation& obligation = oblige(ObligationKind::Bounds, frame, d_store.and_(touched, beyond));
    obligation.site = id;
    obligation.array = array;
  }
}

// Returns the condition under which this access of the first work-item is logged, apart from reaching it.
Term Walker::hit(SiteId site, ArrayId array, FrameId frame, const Piece& at) {
  Term result = d_memory.covers(site, array, frame, 0, at.address);
  if (d_memory.kind(site) != LogKind::Write) return result;
  // The value that is searched for may be any value.
  if (const Term stored = d_memory.stored(site, array, frame, 0, at.address))
    result = d_store.and_(result, d_store.eq(stored, at.value));
  return result;
}

void Walker::log(SiteId site, ArrayId array, FrameId frame, Term reached) {
  Log& into = log_of(d_memory.region_of(array), d_memory.kind(site));
  if (d_observer != nullptr) d_observer->at_site(site, array, frame, reached);
  if (d_memory.is_original()) {
    take(site, array, frame, reached);
    return;
  }
  const Term logged = d_store.and_(reached, d_values.settled(hit(site, array, frame, into.at)));
  if (logged.is_false()) return;
  into.set = d_store.or_(into.set, logged);
  if (d_observer != nullptr) return;
  into.by.push_back({site, frame, logged});
}

// Original instrumentation: the access may replace the one remembered so far.
void Walker::take(SiteId site, ArrayId array, FrameId frame, Term reached) {
  Log& into = log_of(d_memory.region_of(array), d_memory.kind(site));
  const Memory::Choice choice = d_memory.choose(site, array, frame);
  const Term taken = d_store.and_(reached, d_values.settled(choice.is_taken));
  if (taken.is_false()) return;
  into.set = d_store.or_(into.set, taken);
  into.at.address = d_store.ite(taken, d_values.settled(choice.at.address), into.at.address);
  if (choice.at.value) into.at.value = d_store.ite(taken, d_values.settled(choice.at.value), into.at.value);
  if (d_observer != nullptr) return;
  for (LoggedAccess& one : into.by) one.condition = d_store.and_(one.condition, d_store.not_(taken));
  into.by.push_back({site, frame, taken});
}

void Walker::check(SiteId id, ArrayId array, FrameId frame, const Touches& touches) {
  const model::Site& site = d_setting.kernel.sites[id];
  const std::uint32_t region = d_memory.region_of(array);
  const LogKind kind = d_memory.kind(id);
  const bool changes = kind == LogKind::Write || (kind == LogKind::Atomic && site.atomic_writes);
  std::vector<Term> against;
  std::vector<LoggedAccess> earlier;
  const auto add = [&](const Log& log, Term condition) {
    if (d_memory.is_original()) condition = d_store.and_(condition, touches(log.at.address));
    against.push_back(d_store.and_(log.set, condition));
    if (against.back().is_false()) return;
    for (const LoggedAccess& one : log.by)
      earlier.push_back({one.site, one.frame, d_store.and_(one.condition, condition)});
  };
  if (changes) add(log_of(region, LogKind::Read), d_store.true_());
  if (kind != LogKind::Atomic) add(log_of(region, LogKind::Atomic), d_store.true_());
  Term differs = d_store.true_();
  if (kind == LogKind::Write)
    if (const Piece& at = log_of(region, kind).at;
        const Term stored = d_memory.stored(id, array, frame, 1, at.address))
      differs = d_store.distinct(stored, at.value);
  add(log_of(region, LogKind::Write), differs);
  const auto in_flight = [&](const Log& log) { add(log, d_store.true_()); };
  if (changes) d_copies.each(region, LogKind::Read, in_flight);
  d_copies.each(region, LogKind::Write, in_flight);
  const Term touched = d_memory.is_original() ? d_store.true_() : touches(d_memory.region(region).at.address);
  const Term bad = d_store.and_(touched, d_store.or_(against));
  if (bad.is_false()) return;
  Obligation& obligation = oblige(ObligationKind::Race, frame, bad);
  obligation.site = id;
  obligation.array = array;
  obligation.earlier = std::move(earlier);
}

// The group makes the copy when some work-item gets there. It may happen at once, and is therefore checked
// against what the first work-item has accessed since the last barrier. It may also happen at any time until
// it is waited for, and is therefore checked against what the second one does until then. All work-items pass
// the same arguments (a separate obligation), so either of them determines what it accesses.
void Walker::visit_copy(SiteId id, FrameId frame) {
  const model::Site& site = d_setting.kernel.sites[id];
  for (const ArrayId array : d_memory.watched_arrays(id)) {
    const auto touches = [&](Term piece) {
      std::vector<Term> ways;
      ways.reserve(d_values.items());
      for (unsigned who = 0; who < d_values.items(); ++who)
        ways.push_back(d_store.and_(d_values.reach(site.block, frame, who),
                                    d_memory.covers(id, array, frame, who, piece)));
      return d_store.or_(ways);
    };
    if (d_observer != nullptr)
      d_observer->at_site(id, array, frame, d_values.reach(site.block, frame, 0));
    else if (!d_is_silent)
      check(id, array, frame, touches);
    const std::uint32_t region = d_memory.region_of(array);
    const Term made = d_values.settled(touches(d_memory.region(region).at.address));
    if (made.is_false()) continue;
    Log& into = d_copies.log_of({site.copy, Age::Latest}, {region, d_memory.kind(id)});
    into.set = d_store.or_(into.set, made);
    if (d_observer == nullptr) into.by.push_back({id, frame, made});
  }
}

void Walker::visit_barrier(model::BarrierId id, FrameId frame) {
  const model::Barrier& barrier = d_setting.kernel.barriers[id];
  if (d_pairing != Pairing::SameGroup) return;
  const Term first = d_values.reach(barrier.block, frame, 0);
  const Term second = d_values.reach(barrier.block, frame, 1);
  const Term together =
      d_store.or_(std::vector<Term>{d_left_out[0], d_left_out[1], d_store.eq(first, second)});
  if (!together.is_true()) oblige(ObligationKind::Divergence, frame, d_store.not_(together)).point = id;
  const Term both = d_store.and_(first, second);
  std::vector<Term> differ;
  differ.reserve(barrier.same.size());
  for (const model::ValueId value : barrier.same)
    differ.push_back(d_store.distinct(d_values.value(value, frame, 0), d_values.value(value, frame, 1)));
  const Term operands = d_store.and_(both, d_store.or_(differ));
  if (!operands.is_false()) oblige(ObligationKind::Operands, frame, operands).point = id;
  assume(together);
  if (d_follower != nullptr) {
    d_follower->at_barrier(id, frame, both);
    return;
  }
  if (barrier.kind == model::Convergence::Copy) d_copies.begin_again(id, both);
  if (barrier.kind == model::Convergence::Wait) d_copies.wait(id, both);
  for (std::uint32_t region = 0; region < d_memory.regions(); ++region) {
    if (!orders(barrier, d_memory.region(region).memory)) continue;
    for (const LogKind kind : kLogKinds) {
      Term passed = both;
      // A procedure's barrier may be on only some of its paths.
      if (barrier.call != kNone)
        passed = d_store.and_(both, d_values.settled(d_values.fresh_boolean(
                                        "passed." + std::to_string(id) + "." + std::to_string(region) + "." +
                                            std::to_string(static_cast<int>(kind)),
                                        frame)));
      forget(d_store, log_of(region, kind), passed);
    }
  }
}

}  // namespace launchproof::two_thread
