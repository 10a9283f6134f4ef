// Cuts loops at their heads, where candidates are assumed and checked.
#include <algorithm>

#include "verify/two_thread/terms/comparisons.h"
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

using model::AnnotationKind;
using model::kNone;
using model::LoopId;
using model::SiteId;
using smt::Term;

// Returns whether the formula states that the work-item is enabled, in the form that candidates use.
Term Walker::enabled(FrameId body, unsigned who) {
  return d_values.fresh_boolean(d_values.item(who).tag + ".candidate.enabled", body);
}

void Walker::visit_loop(LoopId loop, FrameId parent) {
  if (d_unwinding) {
    if (d_observer != nullptr)
      unwind_looked_on(loop, parent);
    else
      unwind(loop, parent);
    return;
  }
  Cut cut = open(loop, parent);
  if (std::ranges::all_of(cut.entered, [](Term term) { return term.is_false(); })) return;
  const std::size_t mark = d_context.size();
  if (d_guesses) guess(cut);
  prove(cut, true, first_values(cut));
  prove_first_iterations(cut);

  // An arbitrary iteration.
  const model::BlockId header = d_setting.kernel.loops[loop].header;
  std::vector<Term> running;
  for (unsigned who = 0; who < d_values.items(); ++who) {
    running.push_back(d_values.reach_node(header, cut.body, who));
    assume(d_store.eq(enabled(cut.body, who), running.back()));
  }
  assume(d_store.or_(running));
  havoc_logs(cut, cut.body);
  for (const CandidateId id : d_of_loop[loop]) assume(d_problem.candidates[id].formula, id);
  walk_region(loop, cut.body);
  const Replacements next = next_values(cut, cut.body);
  prove_ends(cut, next);
  prove(cut, false, after_further_iterations(cut, next));

  d_context.resize(mark);
  leave(cut);
}

Walker::Cut Walker::open(LoopId loop, FrameId parent) {
  const model::KernelModel& kernel = d_setting.kernel;
  Cut cut;
  cut.loop = loop;
  cut.parent = parent;
  cut.body = d_values.body_frame(loop, parent);
  d_bodies[loop] = cut.body;
  for (unsigned who = 0; who < d_values.items(); ++who)
    cut.entered.push_back(d_values.reach_node(kernel.loops[loop].header, parent, who));
  cut.before = d_logs;
  cut.in_flight = d_copies.all();
  std::vector<const model::Barrier*> barriers;
  for (const model::Barrier& barrier : kernel.barriers)
    if (d_setting.graph.contains(loop, barrier.block)) barriers.push_back(&barrier);
  cut.has_barrier = !barriers.empty();
  for (std::uint32_t region = 0; region < d_memory.regions(); ++region)
    for (const LogKind kind : kLogKinds) {
      Head::HeadLog log{region, kind, {}, log_of(region, kind).set, {}, {}};
      for (SiteId site = 0; site < kernel.sites.size(); ++site)
        if (!kernel.sites[site].observes && !kernel.sites[site].non_temporal &&
            !is_of_group(kernel.sites[site]) && !d_redundant[site] && d_memory.region(region).is_watched &&
            d_setting.graph.contains(loop, kernel.sites[site].block) && d_memory.kind(site) == kind &&
            std::ranges::any_of(d_memory.watched_arrays(site),
                                [&](model::ArrayId array) { return d_memory.region_of(array) == region; }))
          log.sites.push_back(site);
      const bool is_ordered = d_lock_step || std::ranges::any_of(barriers, [&](const auto* barrier) {
                                return orders(*barrier, d_memory.region(region).memory);
                              });
      const bool cleared = !log.before.is_false() && is_ordered;
      if (log.sites.empty() && !cleared) continue;
      const Log now = arbitrary_log(region, kind, cut.body);
      log.set = now.set;
      log.at = now.at;
      log.before = d_store.and_(log.before, same_piece(d_store, now.at, log_of(region, kind).at));
      cut.logs.push_back(std::move(log));
    }
  if (d_pairing != Pairing::SameGroup) return cut;
  for (const Instance& instance : d_copies.instances()) {
    if (!d_copies.changes_in(instance, loop) || !d_copies.may_be_at_head(instance, loop)) continue;
    for (const auto& [key, sites] : d_copies.sites(instance.copy))
      cut.copies.push_back(
          {instance, key, in_flight(instance, key, cut.body), d_copies.is_begun_in(instance, loop), sites});
  }
  return cut;
}

Log Walker::arbitrary_log(std::uint32_t region, LogKind kind, FrameId frame) {
  const std::string name = "logged." + std::to_string(region) + "." + std::to_string(static_cast<int>(kind));
  const auto number = static_cast<std::uint32_t>(&log_of(region, kind) - d_logs.data());
  Log log{d_values.fresh_boolean(name, frame), d_memory.arbitrary(name, region, kind, frame), {}};
  d_problem.logs.push_back({log.set, frame, number});
  if (!d_memory.is_original()) return log;
  d_problem.logs.push_back({log.at.address, frame, number, LogPart::Address});
  if (log.at.value) d_problem.logs.push_back({log.at.value, frame, number, LogPart::Value});
  return log;
}

Term Walker::in_flight(const Instance& instance, const CopiesInFlight::Key& key, FrameId frame) {
  const std::string age = instance.age == Age::Older ? "older." : "";
  return d_values.fresh_boolean("in.flight." + age + std::to_string(instance.copy) + "." +
                                    std::to_string(key.first) + "." +
                                    std::to_string(static_cast<int>(key.second)),
                                frame);
}

// For copies that the loop starts or waits for: any access of a copy that may be in flight is possible; for
// copies that the loop does not start, only earlier ones are.
void Walker::havoc_copies(const Cut& cut, FrameId frame) {
  d_copies.restore(cut.in_flight);
  if (d_pairing != Pairing::SameGroup) return;
  for (const Instance& instance : d_copies.instances()) {
    if (!d_copies.changes_in(instance, cut.loop)) continue;
    const bool is_begun = d_copies.is_begun_in(instance, cut.loop);
    const bool may_be = frame == cut.body ? d_copies.may_be_at_head(instance, cut.loop)
                                          : d_copies.may_be_behind(instance, cut.loop);
    for (const auto& [key, sites] : d_copies.sites(instance.copy)) {
      Log& log = d_copies.log_of(instance, key);
      if (!may_be) {
        log = {d_store.false_(), d_memory.region(key.first).at, {}};
        continue;
      }
      const Term still = in_flight(instance, key, frame);
      std::vector<LoggedAccess> by;
      by.reserve(log.by.size() + sites.size());
      for (const LoggedAccess& one : log.by)
        by.push_back({one.site, one.frame, d_store.and_(one.condition, still)});
      if (!is_begun) {
        log = {d_store.and_(log.set, still), log.at, std::move(by)};
        continue;
      }
      for (const SiteId site : sites) by.push_back({site, past_frame(cut, site), still});
      log = {still, log.at, std::move(by)};
    }
  }
}

const Log* Walker::before(const Cut& cut, const Head::InFlight& flight) {
  const auto logs = cut.in_flight.find(flight.instance);
  if (logs == cut.in_flight.end()) return nullptr;
  const auto log = logs->second.find(flight.key);
  return log == logs->second.end() ? nullptr : &log->second;
}

void Walker::replace_copies(const Cut& cut, Replacements& into) {
  for (const Head::InFlight& flight : cut.copies)
    into[flight.set] = d_copies.log_of(flight.instance, flight.key).set;
}

FrameId Walker::past_frame(const Cut& cut, SiteId site) {
  FrameId past = cut.parent;
  for (const LoopId loop :
       d_setting.graph.chain(d_setting.kernel.blocks[d_setting.kernel.sites[site].block].loop))
    if (d_setting.graph.encloses(cut.loop, loop)) past = d_values.past_frame(loop, past, site);
  return past;
}

// Returns all accesses that the loop may have logged up to some moment. `frame` identifies the moment: the
// body's, or the exit's.
void Walker::havoc_logs(const Cut& cut, FrameId frame) {
  havoc_copies(cut, frame);
  for (const Head::HeadLog& changed : cut.logs) {
    Log& log = log_of(changed.region, changed.kind);
    if (frame == cut.body)
      log = {changed.set, changed.at, {}};
    else
      log = arbitrary_log(changed.region, changed.kind, frame);
    const Log& earlier = before(cut, changed);
    const Term is_still = same_piece(d_store, log.at, earlier.at);
    for (const LoggedAccess& one : earlier.by)
      log.by.push_back({one.site, one.frame, d_store.and_(one.condition, is_still)});
    summarise(cut, changed, log);
  }
}

// Rule accessedInSomeIteration: a logged access was logged before the loop, or by an iteration of the first
// work-item. That holds for every loop; that the iteration satisfies what holds in all iterations is proved
// by induction.
void Walker::summarise(const Cut& cut, const Head::HeadLog& changed, Log& log) {
  const bool is_used = is_on(d_setting.options, "accessedInSomeIteration");
  const Log& earlier = before(cut, changed);
  std::vector<Term> ways{d_store.and_(earlier.set, same_piece(d_store, log.at, earlier.at))};
  for (const SiteId site : changed.sites) {
    const FrameId past = past_frame(cut, site);
    std::vector<FrameId> frames;
    for (FrameId at = past; at != cut.parent; at = d_values.frames().at(at).parent)
      frames.insert(frames.begin(), at);
    if (!is_used) {
      log.by.push_back({site, past, log.set});
      continue;
    }
    for (const model::ArrayId array : d_memory.watched_arrays(site)) {
      if (d_memory.region_of(array) != changed.region) continue;
      const Term used =
          d_values.fresh_boolean("past." + std::to_string(site) + "." + std::to_string(array), past);
      const model::BlockId block = d_setting.kernel.sites[site].block;
      const Term happened = d_store.and_(d_values.reach(block, past, 0), hit(site, array, past, log.at));
      assume(d_store.implies(used, happened));
      for (const FrameId frame : frames) assume_local(frame, 0, used);
      if (!frames.empty()) {
        assume_guarantees(cut.loop, frames.back(), 0, used);
        assume_guarantees_of(site, frames.back(), used, log);
      }
      ways.push_back(used);
      log.by.push_back({site, past, used});
    }
  }
  if (is_used) assume(d_store.implies(log.set, d_store.or_(ways)));
}

void Walker::guess(const Cut& cut) {
  Head head{d_setting, d_pairing, d_values, d_memory, cut.loop, cut.body, cut.parent};
  for (unsigned who = 0; who < d_values.items(); ++who) head.enabled.push_back(enabled(cut.body, who));
  head.entered = cut.entered;
  head.logs = cut.logs;
  head.copies = cut.copies;
  head.has_barrier = cut.has_barrier;
  head.same_warp = same_warp();
  head.relevant = &d_relevant;
  const bool is_relevant = head.is_relevant();
  if (is_relevant) guess_ends(cut);
  const std::span<const Rule> all = rules();
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    if (!is_relevant || !is_on(d_setting.options, all[number].tag)) continue;
    std::vector<Guess> guesses;
    if (all[number].guess != nullptr) all[number].guess(head, guesses);
    for (const Guess& one : guesses) add_candidate(cut, number, one, kNone, one.is_costly);
  }
  if (is_on(d_setting.options, "userInvariant")) guess_annotations(cut, head);
}

// Guesses the kernel's own invariants and candidates at the head. None is assumed, so formulas for statements
// about two work-items, or about accesses, need not be complete.
void Walker::guess_annotations(const Cut& cut, const Head& head) {
  const auto number = static_cast<std::uint32_t>(find_rule("userInvariant") - rules().data());
  for (std::uint32_t id = 0; id < d_setting.kernel.annotations.size(); ++id) {
    const model::Annotation& annotation = d_setting.kernel.annotations[id];
    const bool is_guess =
        annotation.kind == AnnotationKind::Invariant || annotation.kind == AnnotationKind::Candidate;
    if (!is_guess || annotation.condition == kNone || annotation.block != head.of().header) continue;
    for (unsigned who = 0; who < d_values.items(); ++who) {
      const Term holds = d_values.value(annotation.condition, cut.body, who);
      if (annotation.of_accesses) {
        if (who != 0 || d_pairing == Pairing::One) continue;
        const Term of_log = replaced(holds, logged_accesses(head, id));
        add_candidate(cut, number, {of_log}, id, true);
        add_candidate(cut, number, {d_store.implies(head.enabled[0], of_log)}, id, true);
      } else if (annotation.two_items) {
        // If both are enabled, each has a value for the other.
        Replacements there;
        for (unsigned item = 0; item < d_values.items(); ++item)
          there[d_values.reach_node(head.of().header, cut.body, item)] = d_store.true_();
        const Term both = d_store.and_(head.enabled);
        add_candidate(cut, number, {d_store.implies(both, replaced(holds, there))}, id);
      } else {
        const std::size_t count = d_problem.candidates.size();
        add_candidate(cut, number, {d_store.implies(head.enabled[who], holds), who}, id);
        if (count != d_problem.candidates.size())
          d_problem.candidates.back().compares =
              comparisons_of(d_setting, d_values, annotation.condition, cut.body, who);
      }
    }
  }
}

// The access that an annotation mentions is the logged one.
Walker::Replacements Walker::logged_accesses(const Head& head, std::uint32_t annotation) {
  Replacements result;
  const model::KernelModel& kernel = d_setting.kernel;
  for (model::ValueId id = 0; id < kernel.values.size(); ++id) {
    const model::Value& value = kernel.values[id];
    if (value.op != model::Op::Accessed || kernel.queries[value.index].annotation != annotation) continue;
    const model::AccessQuery& query = kernel.queries[value.index];
    const std::uint32_t region = d_memory.region_of(query.array);
    if (region == kNone || !d_memory.region(region).is_watched) continue;
    const Term chosen = d_values.value(id, head.body, 0);
    const auto kind = static_cast<LogKind>(query.kind);
    Log logged = log_of(region, kind);
    for (const Head::HeadLog& log : head.logs)
      if (log.region == region && log.kind == kind) logged = {log.set, log.at, {}};
    if (value.width != 1) {
      const Term watched = logged.at.address;
      const analysis::Placement& place = d_setting.regions.placement(query.array);
      if (value.width == watched.width())
        result[chosen] = d_store.sub(watched, d_store.bv(place.origin, value.width));
      continue;
    }
    result[chosen] = logged.set;
  }
  return result;
}

// Only formulas over the head's variables and values from outside the loop can be carried from one iteration
// to the next.
void Walker::add_candidate(const Cut& cut, std::uint32_t rule, const Guess& guess, std::uint32_t annotation,
                           bool is_costly) {
  if (guess.formula.is_true() || !d_known.emplace(cut.loop, guess.formula.id()).second) return;
  if (!is_of_head(cut, guess.formula)) return;
  d_of_loop[cut.loop].push_back(static_cast<CandidateId>(d_problem.candidates.size()));
  d_problem.candidates.push_back({rule, cut.loop, guess.formula, guess.of_item, annotation, is_costly});
}

bool Walker::is_of_head(const Cut& cut, Term term) {
  std::set<std::uint32_t> heads;
  for (unsigned who = 0; who < d_values.items(); ++who) {
    heads.insert(enabled(cut.body, who).id());
    for (const model::Phi& phi : d_setting.kernel.blocks[d_setting.kernel.loops[cut.loop].header].phis)
      heads.insert(d_values.value(phi.value, cut.body, who).id());
  }
  for (const Head::HeadLog& log : cut.logs) {
    heads.insert({log.set.id(), log.at.address.id()});
    if (log.at.value) heads.insert(log.at.value.id());
  }
  for (const Head::InFlight& flight : cut.copies) heads.insert(flight.set.id());
  return std::ranges::all_of(d_store.variables(term), [&](Term variable) {
    return !d_values.is_within(d_values.made_in(variable), cut.body) || heads.contains(variable.id());
  });
}

Term Walker::replaced(Term formula, const Replacements& by) {
  return d_store.substitute(formula, [&](Term part) {
    const auto found = by.find(part);
    return found == by.end() ? Term() : found->second;
  });
}

void Walker::replace_log(const Head::HeadLog& log, const Log& now, Replacements& into) {
  into[log.set] = now.set;
  if (log.at.address != now.at.address) into[log.at.address] = now.at.address;
  if (log.at.value != now.at.value) into[log.at.value] = now.at.value;
}

void Walker::prove(const Cut& cut, bool is_entry, const Replacements& by) {
  Induction induction{cut.loop, is_entry, d_context, {}, cut.body};
  for (const CandidateId id : d_of_loop[cut.loop]) {
    const Term goal = replaced(d_problem.candidates[id].formula, by);
    if (goal.is_true()) continue;
    induction.goals.emplace_back(id, goal);
    std::vector<Compared> compares = d_problem.candidates[id].compares;
    if (compares.empty()) continue;
    for (Compared& one : compares) {
      one.left = replaced(one.left, by);
      one.right = replaced(one.right, by);
    }
    induction.compares.emplace_back(id, std::move(compares));
  }
  if (!induction.goals.empty()) d_problem.inductions.push_back(std::move(induction));
}

Walker::Replacements Walker::first_values(const Cut& cut) {
  Replacements result;
  const model::KernelModel& kernel = d_setting.kernel;
  const Head head{d_setting, d_pairing, d_values, d_memory, cut.loop, cut.body, cut.parent};
  for (unsigned who = 0; who < d_values.items(); ++who) {
    result[enabled(cut.body, who)] = cut.entered[who];
    for (const model::Phi& phi : kernel.blocks[head.of().header].phis)
      result[head.now(phi.value, who)] = head.initial(phi, who);
  }
  for (const Head::HeadLog& log : cut.logs) replace_log(log, before(cut, log), result);
  for (const Head::InFlight& flight : cut.copies) {
    const Log* const earlier = before(cut, flight);
    result[flight.set] = earlier == nullptr ? d_store.false_() : earlier->set;
  }
  return result;
}

// Work-items that continue get new values, and the others keep theirs.
Walker::Replacements Walker::next_values(const Cut& cut, FrameId iteration) {
  Replacements result;
  const model::KernelModel& kernel = d_setting.kernel;
  const Head head{d_setting, d_pairing, d_values, d_memory, cut.loop, cut.body, cut.parent};
  std::vector<Term> goes_on;
  goes_on.reserve(d_values.items());
  for (unsigned who = 0; who < d_values.items(); ++who) goes_on.push_back(d_values.goes_on(iteration, who));
  for (unsigned who = 0; who < d_values.items(); ++who) {
    result[enabled(cut.body, who)] = goes_on[who];
    for (const model::Phi& phi : kernel.blocks[head.of().header].phis) {
      const Term now = d_values.value(phi.value, iteration, who);
      const Term condition = d_values.is_shared(phi.value, iteration) ? d_store.or_(goes_on) : goes_on[who];
      result[head.now(phi.value, who)] =
          d_store.ite(condition, d_values.value(head.next(phi), iteration, who), now);
    }
  }
  for (const Head::HeadLog& log : cut.logs) replace_log(log, log_of(log.region, log.kind), result);
  replace_copies(cut, result);
  return result;
}

// Both have left, never entered, or stay for ever, each in its own iteration.
void Walker::leave(const Cut& cut) {
  const FrameId exit = d_values.exit_frame(cut.loop, cut.parent);
  const Head head{d_setting, d_pairing, d_values, d_memory, cut.loop, cut.body, cut.parent};
  for (unsigned who = 0; who < d_values.items(); ++who) {
    std::vector<Term> ways;
    for (const analysis::ExitEdge& edge : d_setting.graph.exits(cut.loop))
      ways.push_back(d_values.leaves(cut.loop, edge.from, edge.successor, exit, who));
    ways.push_back(d_values.stays(exit, who));
    assume(d_store.implies(cut.entered[who], d_store.or_(ways)));
    assume_local(exit, who, cut.entered[who]);
    assume_guarantees(cut.loop, exit, who, cut.entered[who]);
  }
  assume_ends(cut, exit);
  havoc_logs(cut, exit);
  Replacements final;
  const bool together = d_values.leaves_together(cut.loop, cut.parent);
  for (unsigned who = 0; who < d_values.items(); ++who) {
    final[enabled(cut.body, who)] = d_store.and_(cut.entered[who], d_values.stays(exit, who));
    for (const model::Phi& phi : d_setting.kernel.blocks[head.of().header].phis) {
      const Term now = head.now(phi.value, who);
      const bool shared = d_values.is_shared(phi.value, cut.body);
      const Term last = d_values.value(phi.value, exit, who);
      if (shared && !together)
        final[now] = d_values.fresh("final." + std::to_string(phi.value), head.width(phi), exit);
      else
        final[now] =
            d_store.ite(shared ? d_store.or_(cut.entered) : cut.entered[who], last, head.initial(phi, who));
    }
  }
  for (const Head::HeadLog& log : cut.logs) {
    const Log& now = log_of(log.region, log.kind);
    const Log& earlier = before(cut, log);
    replace_log(log, now, final);
    // A work-item that never entered has logged nothing.
    const Term is_still = d_store.and_(earlier.set, same_piece(d_store, now.at, earlier.at));
    assume(d_store.implies(now.set, d_store.or_(is_still, cut.entered[0])));
  }
  replace_copies(cut, final);
  for (const CandidateId id : d_of_loop[cut.loop])
    assume(replaced(d_problem.candidates[id].formula, final), id);
}

void Walker::assume_local(FrameId frame, unsigned who, Term gate) {
  const LoopId loop = d_values.frames().at(frame).loop;
  Replacements by;
  by[enabled(d_bodies[loop], who)] = d_store.true_();
  std::set<FrameId> replaced_bodies;
  for (FrameId at = frame; at != kOutside; at = d_values.frames().at(at).parent) {
    const LoopId around = d_values.frames().at(at).loop;
    if (at == d_bodies[around]) break;
    replaced_bodies.insert(d_bodies[around]);
    for (const model::Phi& phi : d_setting.kernel.blocks[d_setting.kernel.loops[around].header].phis)
      by[d_values.value(phi.value, d_bodies[around], who)] = d_values.value(phi.value, at, who);
  }
  for (const CandidateId id : d_of_loop[loop]) {
    const Candidate& candidate = d_problem.candidates[id];
    if (candidate.of_item != who) continue;
    // Other values that an iteration computes have no counterpart in the other frame.
    const auto variables = d_store.variables(candidate.formula);
    const bool is_known = std::ranges::all_of(variables, [&](Term variable) {
      return by.contains(variable) || std::ranges::none_of(replaced_bodies, [&](FrameId body) {
               return d_values.is_within(d_values.made_in(variable), body);
             });
    });
    if (is_known) assume(d_store.implies(gate, replaced(candidate.formula, by)), id);
  }
}

}  // namespace launchproof::two_thread
