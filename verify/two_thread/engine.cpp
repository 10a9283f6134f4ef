#include "verify/effort/clock.h"
#include "verify/two_thread/passes.h"

#include <algorithm>

#include "verify/analysis/masked_meetings.h"
#include "verify/analysis/preconditions.h"
#include "verify/symbolic/findings/locations.h"
#include "verify/two_thread/guesses/relevance.h"
#include "verify/two_thread/judgement/concurrent_pass.h"
#include "verify/two_thread/judgement/memory_pass.h"
#include "verify/two_thread/judgement/scan_pass.h"
#include "verify/two_thread/judgement/slice.h"
#include "verify/two_thread/judgement/taken_for_granted.h"
#include "verify/two_thread/proof/falls.h"
#include "verify/two_thread/proof/known_candidates.h"
#include "verify/two_thread/proof/prover.h"
#include "verify/two_thread/proof/refutation.h"
#include "verify/two_thread/statistics.h"
#include "verify/two_thread/terms/findings.h"
#include "verify/two_thread/terms/one_setting.h"
#include "verify/two_thread/terms/outcome.h"
#include "verify/two_thread/terms/parts.h"
#include "verify/two_thread/terms/work_items.h"
#include "verify/two_thread/walk/unwinding.h"
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

using model::kNone;
using smt::Status;
using smt::Term;
using verdict::Cause;
using verdict::Property;
using verdict::PropertyResult;
using verdict::Verdict;

namespace {

constexpr smt::Work kFurtherPair = 500 * smt::kWorkPerMillisecond;
constexpr smt::Work kWithoutInvariants = 300 * smt::kWorkPerMillisecond;
constexpr std::chrono::milliseconds kAlone{30};  // time before starting another thread is worthwhile

std::string nobody_keeps(Pairing pairing) {
  return pairing == Pairing::One ? "no work-item keeps" : "no " + std::string(name_of(pairing)) + " keep";
}

class Engine {
 public:
  // `questions`: null for all. `part`: null for a whole kernel.
  Engine(const OneSetting& analysed, smt::Solver& solver, const Questions* questions, Part* part,
         verdict::ClassResult& result)
      : d_setting(analysed.setting()),
        d_of_equal_reads(analysed.setting_of_equal_reads()),
        d_kernel(d_setting.kernel),
        d_prover(d_setting, solver),
        d_questions(questions),
        d_part(part),
        d_result(result),
        d_outcome(d_kernel, result) {
    if (questions != nullptr) d_only_at = known_lines(*questions, d_kernel);
    // If some lines are not checked, a read may depend on others.
    d_keeps_redundant_reads = d_only_at.contains(Property::DataRace);
  }

  void run() {
    const bool only_divergence = d_setting.limits.only_divergence;
    verified(Property::BarrierDivergence);
    for (const std::uint32_t id : analysis::unshown_meetings(d_kernel, d_setting.uniformity))
      fail(Property::BarrierDivergence, Verdict::Unknown, Cause::UnsupportedConstruct,
           "that all threads which the mask of `" + d_kernel.fences[id].function +
               "` names come to it was not shown",
           d_kernel.fences[id].location);
    if (!only_divergence) {
      verified(Property::OutOfBounds);
      verified(Property::NullAccess);
      if (analysis::has_access_flags(d_setting.facts)) verified(Property::AccessFlags);
      verified(Property::DataRace);
      if (asks_assertions()) verified(Property::Assertion);
      if (is_asked(Property::OutOfBounds)) name_open_sizes(d_setting, d_result);
    }
    name_assumptions(d_setting, d_result);
    const std::vector<Property> of_one{Property::OutOfBounds, Property::NullAccess, Property::AccessFlags,
                                       Property::Assertion};
    // Work-items that assumptions exclude are always checked.
    const bool excludes = std::ranges::any_of(
        d_kernel.blocks, [](const model::Block& block) { return block.excluded_by != kNone; });
    within_time(Pairing::One, asked_of(of_one), d_questions == nullptr || excludes);
    if (d_impossible) return;
    d_uses_equal_reads = may_rest_on_races();
    d_may_run_concurrently = may_run_concurrently();
    within_time(Pairing::SameGroup, asked_of_pairs({Property::BarrierDivergence, Property::DataRace}), false);
    d_may_run_concurrently = false;
    name_redundant_reads(Pairing::SameGroup);
    if (!d_setting.limits.only_intra_group) {
      if (!take_concurrent()) look_at_other_groups();
      name_redundant_reads(Pairing::OtherGroup);
    }
    if (d_rests_on_races && !d_outcome.excludes_races()) ask_divergence_alone();
    judge_pairs();
    judge_with_followed_memory();
    judge_contracts();
    d_result.questions += d_prover.questions();
    d_result.settled += d_prover.settled();
  }

 private:
  using Clock = effort::Clock;

  void look_at_other_groups() {
    within_time(Pairing::OtherGroup, asked_of_pairs({Property::DataRace}), false);
  }

  // Returns whether the pass over different groups needs nothing from the pass over one group.
  bool may_run_concurrently() const {
    const symbolic::Options& limits = d_setting.limits;
    return limits.another_solver && uses(Optimisation::PassesAtOnce) && d_part == nullptr && !is_unwound() &&
           !limits.only_intra_group && limits.counterexamples == nullptr && d_setting.facts.free.empty() &&
           d_result.properties.contains(Property::DataRace) && !compares_two(d_kernel) &&
           std::ranges::none_of(d_kernel.annotations, is_shown_of_pairs);
  }

  // Runs the pass over work-items of different groups with what is known so far. Runs only once.
  void begin_concurrent_where_long() {
    if (!d_may_run_concurrently || Clock::now() - d_begin < kAlone) return;
    d_may_run_concurrently = false;
    d_concurrent.emplace(d_setting,
                         [known = d_known, is_inferred = d_inferred_alone, uses_equal = d_uses_equal_reads,
                          questions = d_questions](const OneSetting& analysed, smt::Solver& solver) {
                           verdict::ClassResult into;
                           Engine engine(analysed, solver, questions, nullptr, into);
                           engine.d_known = known;
                           engine.d_inferred_alone = is_inferred;
                           engine.d_uses_equal_reads = uses_equal;
                           engine.verified(Property::DataRace);
                           engine.look_at_other_groups();
                           into.questions = engine.d_prover.questions();
                           into.settled = engine.d_prover.settled();
                           return into;
                         });
  }

  // Returns whether it finished; otherwise nothing is known about work-items of different groups.
  bool take_concurrent() {
    if (!d_concurrent) return false;
    std::optional<verdict::ClassResult> other = d_concurrent->wait();
    d_concurrent.reset();
    if (!other) return false;
    d_outcome.take(Property::DataRace, std::move(*other));
    return true;
  }

  bool is_asked(Property property) const {
    if (d_only) return property == *d_only;
    return d_questions == nullptr || d_questions->properties.contains(property);
  }

  // Only a race can change what was read, and races are checked here or by the caller that asks the
  // questions. Work-items that run in lock step do not race.
  bool may_rest_on_races() const {
    const symbolic::Options& limits = d_setting.limits;
    if (d_setting.options.is_adversarial || !uses(Optimisation::EqualReads) || limits.only_divergence ||
        limits.only_intra_group)
      return false;
    return limits.warp_sync <= 1 && (d_questions == nullptr || d_questions->may_rest_on_races);
  }

  // Asks only about divergence, without relying on reads that a race may have changed.
  void ask_divergence_alone() {
    const auto entry = d_result.properties.find(Property::BarrierDivergence);
    if (entry == d_result.properties.end() || entry->second.verdict != Verdict::Verified) return;
    d_uses_equal_reads = false;
    d_only = Property::BarrierDivergence;
    within_time(Pairing::SameGroup, {Property::BarrierDivergence}, false);
    d_only.reset();
  }

  // Judges assertions about two work-items. Also asks whether work-items of a group reach barriers together,
  // which is assumed after each barrier. Uses the absence of races if this engine has shown it.
  void judge_pairs() {
    if (d_setting.limits.only_divergence) return;
    const auto bounds = d_result.properties.find(Property::OutOfBounds);
    const bool in_bounds =
        bounds != d_result.properties.end() &&
        (bounds->second.verdict == Verdict::Verified || bounds->second.verdict == Verdict::NotAsked);
    d_uses_equal_reads =
        d_questions == nullptr && may_rest_on_races() && in_bounds && d_outcome.excludes_races();
    d_judges_pairs = true;
    for (const Pairing pairing : {Pairing::SameGroup, Pairing::OtherGroup})
      if (is_any_pair_asked()) within_time(pairing, {Property::Assertion}, false);
    d_judges_pairs = false;
  }

  // Judges properties that depend on the contents of shared memory. This is the second stage, after the first
  // one has shown that there is no data race.
  void judge_with_followed_memory() {
    if (d_setting.limits.only_divergence || !d_result.properties.contains(Property::Assertion)) return;
    MemoryPass pass{d_setting, d_prover, d_outcome, d_result, {}, false};
    pass.is_asked = [this](model::LocationId at) { return is_asked(Property::Assertion, at); };
    pass.excludes_races = d_questions == nullptr || d_questions->properties.contains(Property::DataRace)
                              ? d_outcome.excludes_races()
                              : d_questions->excludes_races;
    judge_with_memory(pass);
    judge_scans(pass);
  }

  bool is_pair_asked(std::uint32_t id) const {
    const model::Annotation& one = d_kernel.annotations[id];
    return is_judged_of_pairs(one) && !d_open_pairs.contains(id) &&
           is_asked(Property::Assertion, one.location) && d_result.properties.contains(Property::Assertion);
  }
  bool is_any_pair_asked() const {
    for (std::uint32_t id = 0; id < d_kernel.annotations.size(); ++id)
      if (is_pair_asked(id)) return true;
    return false;
  }

  // Records that the annotation was not shown.
  void leave_open(std::uint32_t annotation, Cause cause, const std::string& why) {
    if (!d_open_pairs.insert(annotation).second) return;
    const model::Annotation& one = d_kernel.annotations[annotation];
    fail(Property::Assertion, Verdict::Unknown, cause, "`" + one.text + "`: " + why, one.location);
  }
  void leave_pairs_open(Cause cause, const std::string& why) {
    for (std::uint32_t id = 0; id < d_kernel.annotations.size(); ++id)
      if (is_pair_asked(id)) leave_open(id, cause, why);
  }

  // If a read may race, the reads that were omitted because of it may race as well, and findings must name
  // each of them.
  void name_redundant_reads(Pairing pairing) {
    const auto entry = d_result.properties.find(Property::DataRace);
    const std::vector<bool> left_out = unlogged_reads(d_setting);
    if (d_keeps_redundant_reads || entry == d_result.properties.end() ||
        entry->second.verdict != Verdict::PossibleDefect ||
        std::ranges::none_of(left_out, [](bool one) { return one; }))
      return;
    d_keeps_redundant_reads = true;
    d_only = Property::DataRace;
    within_time(pairing, {Property::DataRace}, false);
    d_only.reset();
    d_keeps_redundant_reads = false;
  }

  std::vector<Property> asked_of(const std::vector<Property>& properties) const {
    std::vector<Property> result;
    for (const Property property : properties)
      if (d_result.properties.contains(property)) result.push_back(property);
    return result;
  }

  std::vector<Property> asked_of_pairs(std::vector<Property> properties) const {
    if (std::ranges::any_of(d_kernel.annotations, is_shown_of_pairs))
      properties.push_back(Property::Assertion);
    return asked_of(properties);
  }

  bool is_asked(Property property, model::LocationId where) const {
    if (!is_asked(property)) return false;
    if (where == kNone) return true;
    const auto only = d_only_at.find(property);
    const model::Location& at = d_kernel.locations[where];
    return only == d_only_at.end() || at.line == 0 || only->second.contains({at.file, at.line});
  }

  void verified(Property property) {
    if (is_asked(property)) d_result.properties[property].verdict = Verdict::Verified;
  }

  void fail(Property property, Verdict verdict, Cause cause, const std::string& detail,
            model::LocationId where) {
    d_outcome.fail(property, verdict, cause, detail, where);
  }

  bool asks_assertions() const { return std::ranges::any_of(d_kernel.annotations, is_claim); }

  // A pass that runs out of time leaves its properties open; earlier findings are kept.
  void within_time(Pairing pairing, const std::vector<Property>& properties, bool whole) {
    if (properties.empty() && !whole) return;
    d_phase = "the program of ";
    try {
      pass(pairing, properties);
    } catch (const OutOfTime&) {
      const std::string why = "the launch class used up its time in " + d_phase + name_of(pairing) +
                              (d_kernel.procedure.empty() ? "" : ", of `" + d_kernel.procedure + "`");
      if (d_judges_pairs) {
        leave_pairs_open(Cause::ClassTimeout, why);
        return;
      }
      for (const Property property : properties)
        fail(property, Verdict::Unknown, Cause::ClassTimeout, why, kNone);
      if (d_part == nullptr) return;
      d_part->is_broken = true;
      for (const model::Call& call : d_kernel.calls) entry_of(call, pairing).any = true;
    }
  }

  EntryLogs& entry_of(const model::Call& call, Pairing pairing) {
    return (*d_part->called)[call.procedure][static_cast<std::size_t>(pairing)];
  }

  bool is_unwound() const { return d_setting.options.unwinding != 0; }
  bool uses(Optimisation optimisation) const { return d_setting.options.uses(optimisation); }

  struct Pass {
    const Setting& setting;
    Pairing pairing;
    Values& values;
    const Memory& memory;
    const Problem& problem;
    Slicer slicer;
    Inferred inferred;
    std::vector<const Obligation*> open;  // not yet shown to hold
  };

  void pass(Pairing pairing, const std::vector<Property>& properties) {
    const auto [items, base] = work_items(d_setting, pairing);
    // There is no such pair.
    if (pairing != Pairing::One && d_setting.store.and_(base).is_false()) return;
    const bool is_equal = pairing != Pairing::One && d_uses_equal_reads &&
                          equal_reads_matter(d_setting, d_of_equal_reads, pairing, items, d_judges_pairs);
    d_rests_on_races = d_rests_on_races || is_equal;
    Setting setting = is_equal ? d_of_equal_reads : d_setting;
    setting.keeps_redundant_reads = d_keeps_redundant_reads;
    setting.judges_pairs = d_judges_pairs && pairing != Pairing::One;
    Values values(setting, pairing, items, is_unwound() ? Loops::Unwound : Loops::Cut);
    Memory memory(setting, pairing, values);
    std::optional<Unwinding> unwinding;
    if (is_unwound()) unwinding = Unwinding{d_setting.options.unwinding};
    const Problem problem = Walker(setting, pairing, values, memory, unwinding).run(base);
    if ((pairing == Pairing::One || compares_two(d_kernel)) && !is_possible(problem, pairing)) return;
    d_phase = "the obligations of ";
    Pass pass{
        setting, pairing, values, memory, problem, Slicer(problem, setting.store), nothing_inferred(problem),
        {}};
    for (const Obligation& obligation : problem.obligations)
      if (is_open(obligation)) pass.open.push_back(&obligation);
    // Obligations that are only useful to know come last.
    for (const Obligation& obligation : problem.obligations)
      if (obligation.kind == ObligationKind::Entry && !d_judges_pairs) pass.open.push_back(&obligation);
    if (!d_judges_pairs) note_contracts(pairing, memory);
    if (uses(Optimisation::WithoutInvariants)) drop_settled(pass, kWithoutInvariants);
    const bool is_inferred = !pass.open.empty() && !problem.candidates.empty();
    Pool pool(problem.candidates.size());
    Refutations refutations({setting, pairing, values, problem, d_prover, pool});
    PassStatistics statistics{d_kernel, pairing, problem, pool, refutations.reports(), pass.inferred};
    if (is_inferred) infer(pass, statistics, refutations, pool);
    dump(d_setting.options.dump, statistics);
    if (pairing == Pairing::One && d_questions == nullptr && !is_unwound())
      look_for_unreachable(problem, pass.inferred);
    for (const Obligation* const obligation : pass.open) {
      begin_concurrent_where_long();
      discharge(pass, *obligation);
    }
    const bool is_whole = look_beyond(problem, memory, properties);
    if (pairing == Pairing::One && d_questions == nullptr && is_unwound() && is_whole)
      look_for_unreachable(problem, pass.inferred);
    if (pairing == Pairing::One) judge_annotations();
    if (pairing == Pairing::One || compares_two(d_kernel)) look_for_anybody(problem, pairing);
  }

  bool is_open(const Obligation& obligation) const {
    if (obligation.kind == ObligationKind::Entry) return false;
    if (!d_judges_pairs) return is_asked(property_of(obligation.kind), where(obligation));
    if (obligation.kind == ObligationKind::Assertion)
      return obligation.other_comes && is_pair_asked(obligation.point);
    return obligation.kind == ObligationKind::Divergence || obligation.kind == ObligationKind::Operands;
  }

  // Removes obligations that are proved before all candidates have been checked.
  void infer(Pass& pass, PassStatistics& statistics, Refutations& refutations, Pool& pool) {
    const auto begin = effort::Clock::now();
    const auto ends = [&](const char* how) {
      refutations.end();
      statistics.ended = how;
      statistics.seconds = std::chrono::duration<double>(effort::Clock::now() - begin).count();
    };
    try {
      infer(pass, refutations, pool);
    } catch (const OutOfTime&) {
      ends("time");
      dump(d_setting.options.dump, statistics);
      throw;
    }
    ends("done");
  }

  void infer(Pass& pass, Refutations& refutations, Pool& pool) {
    refutations.begin();
    const bool alone = pass.pairing == Pairing::One;
    d_phase = "Houdini, of ";
    const bool knows = uses(Optimisation::KnownCandidates);
    if (knows && !alone && !std::exchange(d_inferred_alone, true))
      infer_alone(relevant_values(pass.setting, pass.pairing, pass.memory));
    const auto begin = [&](bool likely) {
      return knows ? d_known.begin(pass.problem, pass.values, likely) : all_candidates(pass.problem, !likely);
    };
    Inferred all = begin(false);
    Inferred likely = begin(true);
    const auto help =
        [&, few = executions({pass.setting, pass.pairing, pass.values, pass.problem, d_prover, pool})] {
          begin_concurrent_where_long();
          refutations.begin_concurrent();
          if (few) few();
        };
    const auto look = [&](const Problem& problem, const Inferred& from, bool is_whole) {
      d_phase = "Houdini, of ";
      pass.inferred = houdini(problem, d_prover, from, &pool, is_whole, help);
      d_known.remember(pass.problem, pass.values, d_setting.store, pass.inferred, alone, is_whole);
      for (CandidateId id = 0; id < pass.problem.candidates.size(); ++id)
        if (pass.inferred.stands[id])
          all.stands[id] = all.given[id] = likely.stands[id] = likely.given[id] = true;
      d_phase = "the obligations of ";
      drop_settled(pass);
    };
    const bool is_near = uses(Optimisation::NearFacts);
    const Problem near = nearer(pass.problem);
    if (const auto simple = simpler(near)) look(*simple, likely, false);
    if (is_near && !pass.open.empty()) look(near, likely, false);
    if (!pass.open.empty() && likely.stands != all.stands) look(pass.problem, likely, true);
    if (!pass.open.empty()) look(pass.problem, all, true);
  }

  // Returns a function that refutes candidates by a few executions, so that no solver need be asked about
  // them. It works only once. Returns none if refutation engines were selected that run before.
  std::function<void()> executions(const Refuting& what) {
    const Refutation& chosen = d_setting.options.refutation;
    if (!uses(Optimisation::Executions) || (!chosen.refuters.empty() && !chosen.is_parallel)) return {};
    return [what, is_done = std::make_shared<bool>(false)] {
      if (!std::exchange(*is_done, true)) refute_by_few_executions(what);
    };
  }

  Problem nearer(const Problem& problem) const {
    return uses(Optimisation::NearFacts) ? with_near_contexts(problem, d_setting.store) : problem;
  }
  std::optional<Problem> simpler(const Problem& problem) const {
    return uses(Optimisation::Divisions) ? without_divisions(problem, d_setting.store) : std::nullopt;
  }

  // Infers the invariants of a single work-item, which is a smaller problem. The pairs use the results.
  void infer_alone(std::vector<bool> relevant) {
    const auto [items, base] = work_items(d_setting, Pairing::One);
    Values values(d_setting, Pairing::One, items);
    Memory memory(d_setting, Pairing::One, values);
    const Problem problem =
        Walker(d_setting, Pairing::One, values, memory, {}, std::move(relevant)).run(base);
    const Problem near = nearer(problem);
    Pool pool(problem.candidates.size());
    const std::function<void()> help = executions({d_setting, Pairing::One, values, problem, d_prover, pool});
    const auto look = [&](const Problem& simpler) {
      const Inferred inferred =
          houdini(simpler, d_prover, d_known.begin(problem, values, true), &pool, false, help);
      d_known.remember(problem, values, d_setting.store, inferred, true, false);
    };
    if (const auto simple = simpler(near)) look(*simple);
    look(near);
  }

  // Returns whether part of the known facts refutes the obligation.
  bool is_soon_refuted(Pass& pass, const Obligation& obligation, smt::Work most) {
    const std::vector<Term> known = standing(obligation.context, pass.inferred.stands);
    std::vector<Term> near =
        uses(Optimisation::NearFacts) ? pass.slicer.near_obligation(known, obligation.bad) : known;
    const bool is_less = near.size() < known.size();
    near.push_back(obligation.bad);
    std::vector<Term> simple = near;
    if (uses(Optimisation::Divisions))
      for (Term& one : simple) one = pass.slicer.without_divisions(one, kOutside);
    if (simple != near && d_prover.ask(std::move(simple), most).status == Status::Unsat) return true;
    return is_less && d_prover.ask(std::move(near), most).status == Status::Unsat;
  }

  // Removes obligations, starting with the first, until one is not shown under the inferred invariants.
  // `most`: work for each of them; 0: the time limit for a question applies.
  void drop_settled(Pass& pass, smt::Work most = 0) {
    const auto is_settled = [&](const Obligation* one) {
      begin_concurrent_where_long();
      if (is_soon_refuted(pass, *one, kWithoutInvariants)) return true;
      std::vector<Term> question = standing(one->context, pass.inferred.stands);
      question.push_back(one->bad);
      return d_prover.ask(std::move(question), most).status == Status::Unsat;
    };
    const auto first_open = std::ranges::find_if_not(pass.open, is_settled);
    pass.open.erase(pass.open.begin(), first_open);
  }

  // Anything could be proved about work-items that cannot exist.
  bool is_possible(const Problem& problem, Pairing pairing) {
    const smt::Answer answer = d_prover.ask(problem.entry);
    if (answer.status == Status::Sat) return true;
    d_impossible = true;
    const bool refuted = answer.status == Status::Unsat;
    for (auto& [property, into] : d_result.properties) {
      into.verdict = Verdict::Verified;
      fail(property, refuted ? Verdict::Error : Verdict::Unknown,
           refuted ? Cause::ContradictoryFacts : cause_of(answer),
           refuted ? nobody_keeps(pairing) + " to the launch facts and the kernel's preconditions"
                   : "whether " + std::string(name_of(pairing)) +
                         " can keep to the kernel's preconditions: " + answer.reason,
           kNone);
    }
    return false;
  }

  // Assertions and invariants that are not judged are open.
  void judge_annotations() {
    if (!d_result.properties.contains(Property::Assertion)) return;
    for (const model::Annotation& one : d_kernel.annotations) {
      if (one.contract != model::ContractPart::None || is_judged(one) || is_judged_of_pairs(one) ||
          is_judged_with_memory(one) || !is_claim(one) || !is_asked(Property::Assertion, one.location))
        continue;
      fail(Property::Assertion, Verdict::Unknown, Cause::AnnotationNotJudged,
           "`" + one.text + "`: the two-thread engine does not judge it", one.location);
    }
  }

  // If assumptions exclude every work-item, nothing was shown.
  void look_for_anybody(const Problem& problem, Pairing pairing) {
    if (problem.left_out.is_false()) return;
    std::vector<Term> question = problem.entry;
    question.push_back(d_setting.store.not_(problem.left_out));
    const smt::Answer answer = d_prover.ask(question);
    if (answer.status == Status::Sat) return;
    d_impossible = true;
    for (auto& [property, into] : d_result.properties)
      fail(property, Verdict::Unknown, Cause::ContradictoryFacts,
           nobody_keeps(pairing) + " to the kernel's assumptions, or none was found", kNone);
  }

  // Returns whether it was shown that no work-item continues after the unrolled iterations. Otherwise the
  // properties are open, except for parts that were checked before.
  bool look_beyond(const Problem& problem, const Memory& memory, const std::vector<Property>& properties) {
    d_phase = "the iterations of ";
    std::set<model::LoopId> open;
    for (const Unwound& one : problem.unwound) {
      if (open.contains(one.loop)) continue;
      std::vector<Term> question = standing(one.context, {});
      question.push_back(one.goes_on);
      const smt::Answer answer = d_prover.ask(std::move(question));
      if (answer.status == Status::Unsat) continue;
      open.insert(one.loop);
      const bool is_shown = answer.status == Status::Sat;
      const std::string text = beyond_in_words(d_setting.options.unwinding);
      for (const Property property : properties)
        if (d_result.properties[property].verdict != Verdict::NotAsked &&
            is_cut_short(d_setting, memory, one.loop, property))
          fail(property, Verdict::Unknown, is_shown ? Cause::LoopUnwound : cause_of(answer),
               is_shown ? text : text + " (whether anything does: " + answer.reason + ")",
               d_kernel.loops[one.loop].location);
    }
    return open.empty();
  }

  // A question about one site may arise in several iterations.
  void look_for_unreachable(const Problem& problem, const Inferred& inferred) {
    std::map<model::SiteId, bool> reached;
    for (const Reachability& site : problem.sites) {
      bool& is_reached = reached[site.site];
      if (is_reached) continue;
      is_reached = site.reached.is_true();
      if (is_reached) continue;
      std::vector<Term> question = standing(site.context, inferred.stands);
      question.push_back(site.reached);
      is_reached = d_prover.ask(std::move(question)).status != Status::Unsat;
    }
    for (const auto& [site, is_reached] : reached) {
      const verdict::SourceLocation at =
          symbolic::location(d_kernel, d_kernel.sites[site].location, "unreachable");
      // A call represents several accesses.
      const bool is_known = d_kernel.sites[site].call != kNone &&
                            std::ranges::find(d_result.unreachable, at) != d_result.unreachable.end();
      // A copy is at several places; at some of them, it has certainly ended.
      if (!is_reached && !is_known && !d_kernel.sites[site].in_flight) d_result.unreachable.push_back(at);
    }
    const bool is_any = std::ranges::any_of(reached, [](const auto& site) { return site.second; });
    if (!is_any && !problem.sites.empty())
      d_result.assumptions.emplace_back(
          "no access is reached under the launch facts, so nothing was shown of any access");
  }

  // If it is not shown that nothing is logged, the procedure is verified without this fact.
  void look_at_entry(Pass& pass, const Obligation& obligation) {
    if (is_soon_refuted(pass, obligation, kWithoutInvariants)) return;
    std::vector<Term> question = standing(obligation.context, pass.inferred.stands);
    question.push_back(obligation.bad);
    if (d_prover.ask(std::move(question)).status == Status::Unsat) return;
    EntryLogs& entry = entry_of(d_kernel.calls[obligation.point], pass.pairing);
    if (obligation.log == kNone) {
      entry.apart = true;
      return;
    }
    const std::uint32_t region = obligation.log / kLogKinds.size();
    for (model::ArrayId array = 1; array < d_kernel.arrays.size(); ++array)
      if (pass.memory.region_of(array) == region)
        for (std::set<Place>& places = entry.some[{name_of(d_kernel.arrays[array]),
                                                   static_cast<LogKind>(obligation.log % kLogKinds.size())}];
             const LoggedAccess& one : obligation.earlier)
          places.insert(place_of(d_kernel, d_kernel.sites[one.site].location));
  }

  void break_contract(std::uint32_t annotation) {
    if (d_part != nullptr && d_kernel.annotations[annotation].contract != model::ContractPart::None)
      d_part->is_broken = true;
  }

  // Records which parts of contracts the pass examines: those about pairs.
  void note_contracts(Pairing pairing, const Memory& memory) {
    if (pairing == Pairing::One) return;
    for (std::uint32_t id = 0; id < d_kernel.annotations.size(); ++id)
      if (is_shown_of_pairs(d_kernel.annotations[id]) && is_of_watched(d_kernel, memory, id))
        d_shown.insert(id);
  }

  // A contract that no pass could check counts as not shown.
  void judge_contracts() {
    for (std::uint32_t id = 0; id < d_kernel.annotations.size(); ++id) {
      const model::Annotation& one = d_kernel.annotations[id];
      const bool is_open =
          one.contract != model::ContractPart::None && is_claim(one) &&
          (one.condition == kNone || (is_shown_of_pairs(one) && one.of_accesses && !d_shown.contains(id)));
      if (!is_open || !d_result.properties.contains(Property::Assertion)) continue;
      break_contract(id);
      fail(Property::Assertion, Verdict::Unknown, Cause::AnnotationNotJudged,
           "`" + one.text + "`: " +
               (one.open.empty() ? "there are no two work-items whose accesses could be compared" : one.open),
           one.location);
    }
  }

  static Cause cause_of(const smt::Answer& answer) {
    return answer.reason.find("timeout") != std::string::npos ? Cause::SolverTimeout : Cause::SolverFailure;
  }

  model::LocationId where(const Obligation& obligation) const {
    if (obligation.kind == ObligationKind::Entry) return d_kernel.calls[obligation.point].location;
    if (obligation.kind == ObligationKind::Assertion) return d_kernel.annotations[obligation.point].location;
    return obligation.point != kNone ? d_kernel.barriers[obligation.point].location
                                     : d_kernel.sites[obligation.site].location;
  }

  void discharge(Pass& pass, const Obligation& obligation) {
    if (obligation.kind == ObligationKind::Entry) {
      look_at_entry(pass, obligation);
      return;
    }
    if (d_judges_pairs) {
      discharge_pair(pass, obligation);
      return;
    }
    const Property property = property_of(obligation.kind);
    if (d_setting.limits.only_divergence && property != Property::BarrierDivergence) return;
    std::vector<Term> question = standing(obligation.context, pass.inferred.stands);
    question.push_back(obligation.bad);
    // An access is checked against all logged accesses. Each access that may be the logged one is a separate
    // finding, even if several of them are possible at once.
    std::vector<const LoggedAccess*> open;
    open.reserve(obligation.earlier.size());
    for (const LoggedAccess& earlier : obligation.earlier)
      if (!is_found(obligation, &earlier)) open.push_back(&earlier);
    const bool is_less = open.size() != obligation.earlier.size();
    if (is_less ? open.empty() : is_found(obligation, nullptr)) return;
    if (is_soon_refuted(pass, obligation, kWithoutInvariants)) return;
    for (unsigned round = 0;; ++round) {
      const smt::Answer answer = round == 0 ? d_prover.ask(is_less ? with_one_of(question, open) : question)
                                            : d_prover.ask(with_one_of(question, open), kFurtherPair);
      if (answer.status == Status::Unsat) return;
      if (answer.status == Status::Unknown && round != 0) {
        PropertyResult& into = d_result.properties[property];
        into.causes.push_back(
            {cause_of(answer),
             "the search for other accesses that this one may conflict with was not completed",
             symbolic::location(d_kernel, where(obligation), "where")});
        return;
      }
      if (answer.status == Status::Unknown) {
        if (obligation.kind == ObligationKind::Assertion) break_contract(obligation.point);
        fail(property, Verdict::Unknown, cause_of(answer),
             answer.reason + ", in the obligations of " + name_of(pass.pairing), where(obligation));
        return;
      }
      const auto shown =
          std::ranges::partition(open, [&](const LoggedAccess* one) { return !is_made(*one, answer.model); });
      const std::vector<const LoggedAccess*> made(shown.begin(), shown.end());
      open.erase(shown.begin(), shown.end());
      for (const LoggedAccess* earlier : made) {
        if (is_found(obligation, earlier)) continue;
        d_outcome.add(finding_of(d_setting, pass.values, obligation, earlier, question, answer.model));
        found(obligation, earlier);
      }
      std::erase_if(open, [&](const LoggedAccess* one) { return is_found(obligation, one); });
      if (made.empty()) add_alone(pass, obligation, question, answer.model);
      if (made.empty() || open.empty()) return;
    }
  }

  void discharge_pair(Pass& pass, const Obligation& obligation) {
    const bool is_barrier = obligation.kind != ObligationKind::Assertion;
    if (is_barrier ? !is_any_pair_asked() : !is_pair_asked(obligation.point)) return;
    if (is_soon_refuted(pass, obligation, kWithoutInvariants)) return;
    std::vector<Term> question = standing(obligation.context, pass.inferred.stands);
    question.push_back(obligation.bad);
    smt::Answer answer = d_prover.ask(question);
    if (answer.status == Status::Unsat) return;
    if (is_barrier) {
      leave_pairs_open(Cause::VoidedDivergence,
                       "it was not shown that the two come to the same barriers before");
      return;
    }
    if (answer.status == Status::Sat) {
      // The assertion states nothing about a work-item that does not reach it.
      question.push_back(obligation.other_comes);
      answer = d_prover.ask(question);
      if (answer.status == Status::Unsat) {
        leave_open(obligation.point, Cause::AnnotationNotJudged,
                   "not shown for two work-items of which one does not reach it in the same iteration");
        return;
      }
    }
    if (answer.status == Status::Unknown)
      leave_open(obligation.point, cause_of(answer),
                 answer.reason + ", in the obligations of " + name_of(pass.pairing));
    else if (d_kernel.annotations[obligation.point].kind == model::AnnotationKind::Invariant)
      leave_open(obligation.point, Cause::AnnotationNotJudged, "not shown to hold");
    else
      add_alone(pass, obligation, question, answer.model);
  }

  // A finding in another iteration of an unwound loop. It needs no second counterexample.
  using Found = std::tuple<ObligationKind, model::SiteId, std::uint32_t, model::ArrayId, model::SiteId>;
  static Found found_of(const Obligation& of, const LoggedAccess* earlier) {
    return {of.kind, of.site, of.point, of.array, earlier == nullptr ? kNone : earlier->site};
  }
  bool is_found(const Obligation& obligation, const LoggedAccess* earlier) const {
    return d_found.contains(found_of(obligation, earlier));
  }
  void found(const Obligation& obligation, const LoggedAccess* earlier) {
    if (is_unwound()) d_found.insert(found_of(obligation, earlier));
  }

  std::vector<Term> with_one_of(std::vector<Term> question, const std::vector<const LoggedAccess*>& open) {
    std::vector<Term> any;
    any.reserve(open.size());
    for (const LoggedAccess* one : open) any.push_back(one->condition);
    question.push_back(d_setting.store.or_(any));
    return question;
  }

  // Adds a finding that is not a race, or a race whose first access is unknown.
  void add_alone(Pass& pass, const Obligation& obligation, const std::vector<Term>& question,
                 const smt::Model& model) {
    verdict::Finding finding = finding_of(d_setting, pass.values, obligation, nullptr, question, model);
    if (obligation.kind == ObligationKind::Assertion) {
      break_contract(obligation.point);
      finding.message += why_it_fell(obligation.point, pass.setting, pass.problem, pass.inferred, d_prover);
    }
    d_outcome.add(std::move(finding));
    found(obligation, nullptr);
  }

  const Setting& d_setting;
  const Setting& d_of_equal_reads;
  const model::KernelModel& d_kernel;
  Prover d_prover;
  const Questions* d_questions;
  Part* d_part;
  std::set<std::uint32_t> d_shown;  // parts of contracts that were checked for pairs
  std::map<Property, std::set<Line>> d_only_at;
  verdict::ClassResult& d_result;
  Outcome d_outcome;
  KnownCandidates d_known;
  bool d_inferred_alone = false;  // for the pairs
  std::set<Found> d_found;
  std::string d_phase;
  bool d_impossible = false;
  bool d_uses_equal_reads = false;
  bool d_rests_on_races = false;   // they were used
  std::optional<Property> d_only;  // asked anew
  bool d_keeps_redundant_reads = false;
  bool d_judges_pairs = false;
  std::set<std::uint32_t> d_open_pairs;  // assertions that compare two work-items and were not shown
  Clock::time_point d_begin = Clock::now();
  bool d_may_run_concurrently = false;  // and the pass that runs concurrently continues
  std::optional<ConcurrentPass> d_concurrent;
};

}  // namespace

void run_passes(const OneSetting& analysed, smt::Solver& solver, const Questions* questions, Part* part,
                verdict::ClassResult& result) {
  Engine(analysed, solver, questions, part, result).run();
}

}  // namespace launchproof::two_thread
