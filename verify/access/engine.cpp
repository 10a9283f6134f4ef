#include "verify/access/engine.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <set>

#include "verify/access/checks/contradictions.h"
#include "verify/access/checks/fitting_sizes.h"
#include "verify/access/checks/implied_bounds.h"
#include "verify/access/checks/needed_sizes.h"
#include "verify/access/checks/one_launch.h"
#include "verify/access/checks/session.h"
#include "verify/access/checks/settle_counters.h"
#include "verify/access/checks/settle_group_counts.h"
#include "verify/access/family.h"
#include "verify/analysis/assumptions.h"
#include "verify/analysis/contradiction.h"
#include "verify/analysis/deciding_values.h"
#include "verify/analysis/incoherent_reads.h"
#include "verify/analysis/influence.h"
#include "verify/effort/clock.h"
#include "verify/symbolic/findings/unaligned_barriers.h"
#include "verify/verdict/rests_on.h"

namespace launchproof::access {

using model::kNone;
using symbolic::Options;
using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

constexpr Property kProperties[] = {Property::DataRace, Property::BarrierDivergence, Property::OutOfBounds,
                                    Property::NullAccess};

// Results that took less time are not reported, since deciding them again costs no more than the report.
constexpr std::chrono::milliseconds kWorthTelling{5};
constexpr const char* kNoTimeLeft = "the launch class used up its time";

void set_all(verdict::ClassResult& result, Verdict verdict, Cause cause, const std::string& detail,
             const verdict::SourceLocation& at) {
  for (const Property property : kProperties) {
    verdict::PropertyResult& into = result.properties[property];
    into.verdict = verdict;
    into.reason = detail + (at.line == 0 ? "" : " (" + at.file + ":" + std::to_string(at.line) + ")");
    into.causes.push_back({cause, detail, at});
  }
}

// Returns a read of memory that the launch also writes and whose value decides something, or null. With
// `raced`, considers only reads of these regions.
const model::Site* voidable_read(const Context& context, const std::vector<bool>& decides,
                                 const std::set<std::uint32_t>* raced = nullptr) {
  const model::KernelModel& kernel = context.kernel;
  for (model::ValueId id = 0; id < kernel.values.size(); ++id) {
    const model::Value& value = kernel.values[id];
    if (value.op != model::Op::Read || !decides[id]) continue;
    const model::Site& site = kernel.sites[value.index];
    if (!context.stable.rests_on_no_race(value.index) ||
        !context.regions.is_written(context.regions.placement(site.arrays[0]).region))
      continue;
    // A value written by the work-item itself may come from other memory.
    const bool is_own = context.stable.last_write(value.index) != kNone;
    if (raced != nullptr && !is_own && !raced->contains(context.regions.placement(site.arrays[0]).region))
      continue;
    return &site;
  }
  return nullptr;
}

// Returns a counter whose slots are assumed to belong to one work-item each, or null if nothing depends on
// such a slot. The assumption holds until something races with the counting or, if other writes only miss the
// counter, with what decides where they write. `raced`: races are only in these regions.
const model::Site* voidable_call(const Context& context, const std::vector<bool>& decides,
                                 const std::set<std::uint32_t>* raced = nullptr) {
  const model::KernelModel& kernel = context.kernel;
  for (model::ValueId id = 0; id < kernel.values.size(); ++id) {
    const model::Value& value = kernel.values[id];
    if (value.op != model::Op::Read || !decides[id]) continue;
    const analysis::Counter* counter = context.counters.of(value.index);
    if (counter == nullptr || counter->rivals.empty()) continue;
    const model::Site& call = kernel.sites[value.index];
    if (!counter->written ||
        (raced != nullptr && raced->contains(context.regions.placement(call.arrays[0]).region)))
      return &call;
  }
  return nullptr;
}

// Drops what depends on values read from memory that the launch also writes. They were assumed to be the
// contents at the start of the interval, which holds as long as there is no earlier race.
void give_up_what_races_void(Session& session) {
  const auto race = session.result.properties.find(Property::DataRace);
  if (race != session.result.properties.end() && race->second.verdict == Verdict::Verified) return;
  const Context& context = session.context;
  const auto voidable = [&](const std::vector<bool>& decides) {
    const model::Site* read = voidable_read(context, decides);
    return read != nullptr ? read : voidable_call(context, decides);
  };
  // A value that only assertions read decides nothing else.
  const model::Site* asserted = voidable(context.decides);
  const model::Site* own = voidable(analysis::deciding_values(context.kernel, false));
  for (const verdict::RestsOn& row : verdict::all_rests_on()) {
    if (row.on != Property::DataRace || row.stage != verdict::Stage::Engine) continue;
    const Property property = row.property;
    if (property == Property::AccessFlags && !may_break_access_flags(session.context)) continue;
    const auto found = session.result.properties.find(property);
    if (found == session.result.properties.end() || found->second.verdict != Verdict::Verified) continue;
    const model::Site* read = property == Property::Assertion ? asserted : own;
    if (read == nullptr) continue;
    session.fail(property, Verdict::Unknown, row.cause, std::string(row.because), read->location);
  }
}

// Returns the regions in which the finding's accesses race; none if they store what is already there.
std::set<std::uint32_t> raced_regions(const Context& context, const verdict::Finding& finding) {
  std::set<std::uint32_t> result;
  if (finding.property != Property::DataRace || finding.benign || !finding.witness) return result;
  for (const verdict::WorkItem& item : finding.witness->work_items)
    for (model::ArrayId id = 1; id < context.kernel.arrays.size(); ++id)
      if (context.kernel.arrays[id].name == item.array) result.insert(context.regions.placement(id).region);
  return result;
}

std::vector<model::SiteId> named_sites(const Context& context, const verdict::Finding& finding) {
  std::vector<model::SiteId> result;
  for (model::SiteId id = 0; id < context.kernel.sites.size(); ++id) {
    const model::LocationId location = context.kernel.sites[id].location;
    if (location == kNone ||
        std::ranges::any_of(finding.locations, [&](const verdict::SourceLocation& place) {
          return place.line == context.kernel.locations[location].line;
        }))
      result.push_back(id);
  }
  return result;
}

// Marks findings that a race may invalidate. A counterexample without unknown values in its formula may still
// depend on two work-items reading the same value, which holds only until the first race. Any of several
// races may be the first.
void doubt_what_races_void(Session& session) {
  const Context& context = session.context;
  std::vector<verdict::Finding>& findings = session.result.findings;
  std::vector<std::set<std::uint32_t>> raced;
  raced.reserve(findings.size());
  for (const verdict::Finding& finding : findings) raced.push_back(raced_regions(context, finding));
  for (std::size_t i = 0; i < findings.size(); ++i) {
    verdict::Finding& finding = findings[i];
    if (!finding.approximations.empty()) continue;
    std::set<std::uint32_t> others;
    for (std::size_t other = 0; other < findings.size(); ++other)
      if (other != i) others.insert(raced[other].begin(), raced[other].end());
    if (others.empty()) continue;
    const std::vector<bool> reads =
        analysis::influence(context.kernel, context.facts, context.regions, named_sites(context, finding),
                            finding.kind == "write-write")
            .reads;
    for (model::SiteId id = 0; id < reads.size() && finding.approximations.empty(); ++id) {
      if (!reads[id] || !context.stable.rests_on_no_race(id)) continue;
      const model::Site& site = context.kernel.sites[id];
      if (!others.contains(context.regions.placement(site.arrays[0]).region)) continue;
      finding.approximations.push_back({Cause::VoidedRace,
                                        "depends on a value that another data race may change",
                                        session.build.location(site.location, "approximation")});
      finding.confirmation = verdict::Confirmation::Unconfirmed;
    }
  }
}

// Marks races that are exact except for what an earlier race may change. One of them certainly happens, which
// verdict::conclude() takes into account.
void name_first_races(Session& session) {
  for (verdict::Finding& finding : session.result.findings) {
    const bool is_exact_until_then =
        !finding.approximations.empty() && std::ranges::all_of(finding.approximations, [](const auto& item) {
          return item.cause == Cause::VoidedRace;
        });
    if (finding.property != Property::DataRace || finding.benign || !is_exact_until_then) continue;
    for (verdict::Approximation& item : finding.approximations)
      item.detail += "; it happens, or a race before it that changes the value";
  }
}

// A race of equal bytes may become one of different bytes if a race changes what one work-item reads. Returns
// null if no race depends on such a read.
const model::Site* raced_read_behind_equal_bytes(const Session& session,
                                                 const std::set<std::uint32_t>& raced) {
  const Context& context = session.context;
  for (const verdict::Finding& finding : session.result.findings) {
    if (finding.property != Property::DataRace || !finding.benign) continue;
    const std::vector<bool> reads = analysis::influence(context.kernel, context.facts, context.regions,
                                                        named_sites(context, finding), true)
                                        .reads;
    for (model::SiteId id = 0; id < reads.size(); ++id) {
      if (!reads[id] || !context.stable.rests_on_no_race(id)) continue;
      const model::Site& site = context.kernel.sites[id];
      if (raced.contains(context.regions.placement(site.arrays[0]).region)) return &site;
    }
  }
  return nullptr;
}

// Races that are caused by other races are not looked for; the result says that there may be some.
void name_what_further_races_rest_on(Session& session) {
  std::set<std::uint32_t> raced;
  for (const verdict::Finding& finding : session.result.findings)
    raced.merge(raced_regions(session.context, finding));
  if (raced.empty()) return;
  const std::vector<bool> decides = analysis::deciding_values(session.context.kernel, false);
  if (const model::Site* read = voidable_read(session.context, decides, &raced))
    session.fail(Property::DataRace, Verdict::Unknown, Cause::VoidedRace,
                 "further races may depend on a value that a data race changes", read->location);
  if (const model::Site* call = voidable_call(session.context, session.context.decides, &raced))
    session.fail(Property::DataRace, Verdict::Unknown, Cause::VoidedRace,
                 "further races may depend on slots of a counter that a data race changes", call->location);
  if (const model::Site* read = raced_read_behind_equal_bytes(session, raced))
    session.fail(Property::DataRace, Verdict::Unknown, Cause::VoidedRace,
                 "equal bytes may depend on a value that a data race changes", read->location);
}

// Arrivals at barriers in memory order accesses only if the assertions about their numbers hold.
void account_for_arrivals(Session& session) {
  if (!model::uses_numbered_phases(session.context.kernel)) return;
  const auto assertions = session.result.properties.find(Property::Assertion);
  if (assertions == session.result.properties.end() || assertions->second.verdict == Verdict::Verified)
    return;
  session.fail(Property::DataRace, Verdict::Unknown, Cause::AnnotationNotJudged,
               "barriers in memory order accesses only where the assertions of the kernel hold", kNone);
}

// Weakens the proofs and counterexamples that a race, or a possible race, invalidates.
void account_for_races(Session& session) {
  give_up_what_races_void(session);
  doubt_what_races_void(session);
  name_first_races(session);
  name_what_further_races_rest_on(session);
}

// Handles assumptions that exclude every work-item: earlier findings are kept, and nothing is proved.
void prove_nothing(verdict::ClassResult& result, const Contradiction& impossible) {
  const std::string& why = impossible.text;
  const bool found = std::ranges::any_of(result.properties, [](const auto& entry) {
    return entry.second.verdict == Verdict::Defect || entry.second.verdict == Verdict::PossibleDefect;
  });
  if (!found) {
    result.properties.clear();
    result.findings.clear();
    set_all(result, impossible.is_of_program ? Verdict::Unknown : Verdict::Error, Cause::ContradictoryFacts,
            why, {});
    return;
  }
  for (auto& [property, into] : result.properties)
    if (into.verdict == Verdict::Verified)
      into = {Verdict::Unknown, why, {{Cause::ContradictoryFacts, why, {}}}};
}

}  // namespace

void ask_everything(Session& session, const std::function<void()>& after_each) {
  const std::string separate = analysis::separate_arguments(session.context.kernel, session.context.facts);
  if (!separate.empty()) session.assume(separate);
  const model::KernelModel& kernel = session.context.kernel;
  const bool may_pass_by = session.options.barrier_rule == model::BarrierRule::Cuda &&
                           !kernel.barriers.empty() &&
                           (kernel.language != model::Language::Cuda ||
                            std::ranges::any_of(kernel.blocks, &model::Block::ends_by_return));
  if (may_pass_by)
    session.assume(
        "barriers do not wait for work-items that have ended, and order what these did "
        "(--barrier-rule=cuda)");
  for (const std::string& sentence : kernel.granted) session.assume(sentence);
  if (model::uses_sub_groups(session.context.kernel))
    for (const std::string& stated : {model::size_in_words(session.context.facts.sub_groups),
                                      model::mapping_in_words(session.context.facts.sub_groups)})
      if (!stated.empty()) session.assume(stated);
  const std::string in_lock_step = analysis::lock_step(session.options.warp_sync);
  if (!in_lock_step.empty()) session.assume(in_lock_step);
  // A step that runs out of time leaves its properties open; earlier findings are kept.
  const auto within_time = [&](auto&& ask, std::initializer_list<Property> properties) {
    try {
      ask(session);
    } catch (const OutOfTime&) {
      for (const Property property : properties)
        session.fail(property, Verdict::Unknown, Cause::ClassTimeout, kNoTimeLeft, kNone);
    }
    if (after_each) after_each();
  };
  within_time(ask_barrier_divergence, {Property::BarrierDivergence});
  if (session.options.only_divergence) return;
  within_time(ask_bounds, {Property::OutOfBounds, Property::NullAccess});
  if (analysis::has_access_flags(session.context.facts))
    within_time(ask_access_flags, {Property::AccessFlags});
  within_time(ask_races, {Property::DataRace});
  within_time(ask_assertions, {Property::Assertion});
}

namespace {

// Arrays through which groups may pass values to each other. If an atomic orders a write before a read of
// another group, there is no race, but the read may find the written value. Therefore nothing is known about
// places that the launch writes (stable_reads.h).
std::vector<bool> all_but_local(const model::KernelModel& kernel) {
  std::vector<bool> result;
  result.reserve(kernel.arrays.size());
  for (const model::Array& array : kernel.arrays) result.push_back(array.memory != model::Memory::Local);
  return result;
}

verdict::ClassResult verify_all(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                smt::TermStore& store, smt::Solver& solver, const Options& options,
                                Lessons& lessons, std::vector<model::LaunchSizes>* seen,
                                const SumsOf& sums_of) {
  const auto begin = effort::Clock::now();
  verdict::ClassResult result;
  result.kernel = kernel.name;
  const auto finish = [&]() -> verdict::ClassResult& {
    symbolic::doubt_unaligned_barriers(kernel, result);
    verdict::conclude(result, options.strict);
    result.seconds = std::chrono::duration<double>(effort::Clock::now() - begin).count();
    return result;
  };
  const auto analyse = [&](const std::vector<bool>& arbitrary) {
    return std::make_unique<OneLaunch>(kernel, facts, store, options, begin + options.time, seen, arbitrary);
  };
  std::unique_ptr<OneLaunch> analysed = analyse({});
  const Findings build(analysed->context());

  const std::string broken = analysis::contradiction(kernel, facts);
  if (!broken.empty()) {
    set_all(result, Verdict::Error, Cause::ContradictoryFacts, broken, {});
    return finish();
  }
  const std::vector<model::UnsupportedItem>& unsupported = kernel.unsupported;
  if (!unsupported.empty()) {
    for (const model::UnsupportedItem& item : unsupported)
      set_all(result, Verdict::Unsupported, Cause::UnsupportedConstruct, item.construct,
              build.location(item.location, "construct"));
    for (auto& [property, into] : result.properties) {
      const verdict::SourceLocation at = build.location(unsupported.front().location, "construct");
      into.reason = unsupported.front().construct +
                    (at.line == 0 ? "" : " (" + at.file + ":" + std::to_string(at.line) + ")");
    }
    return finish();
  }

  SettledCounters counted;
  std::unique_ptr<OneLaunch> ordered;  // set if atomics order groups
  const auto settle_order = [&](Context& context) {
    const SettledGroupCounts groups = settle_group_counts(context, solver, options, lessons);
    counted.questions += groups.questions;
    counted.settled += groups.settled;
    counted.used_contents.insert(groups.used_contents.begin(), groups.used_contents.end());
    return context.follows_flags || !context.group_counts.empty();
  };
  try {
    counted = settle_counters(analysed->context(), solver, options, lessons);
    if (settle_order(analysed->context())) {
      ordered = analyse(all_but_local(kernel));
      if (!settle_order(ordered->context())) ordered.reset();
    }
  } catch (const OutOfTime&) {
    counted = {};  // the questions below run out of time as well and report it
    ordered.reset();
  }
  analysed->context().group_counts.clear();
  analysed->context().follows_flags = false;
  Session session(ordered ? ordered->context() : analysed->context(), solver, options, lessons, result);
  session.queries.look_for_sums(sums_of);
  Contradiction impossible;
  try {
    // Anything could be proved about work-items that cannot exist.
    if (!session.possible_work_item()) {
      set_all(result, Verdict::Error, Cause::ContradictoryFacts, "no work-item fits the launch facts", {});
      return finish();
    }
    if (seen != nullptr)
      if (const auto fitting = fitting_sizes(session)) seen->push_back(*fitting);
    impossible = contradictory_annotations(session);
    if (impossible && !impossible.is_of_assumptions) {
      set_all(result, Verdict::Error, Cause::ContradictoryFacts, impossible.text, {});
      return finish();
    }
    name_annotations(session);
    if (!keeps_limits(session)) return finish();
    session.implied = implied_bounds(session);
  } catch (const OutOfTime&) {
    set_all(result, Verdict::Unknown, Cause::ClassTimeout, kNoTimeLeft, {});
    ask_assertions(session);  // reports each of them as open
    // Annotations that may contradict each other prove nothing, not even facts that need no question.
    if (result.properties.contains(Property::Assertion))
      session.fail(Property::Assertion, Verdict::Unknown, Cause::ClassTimeout, kNoTimeLeft, kNone);
    return finish();
  }
  // The questions of data-race ask whether the launch writes what loads from other memory than surfaces read.
  std::vector<model::SiteId> incoherent = analysis::incoherent_reads(kernel, session.context.regions);
  std::erase_if(incoherent,
                [&](model::SiteId site) { return !analysis::is_of_image(kernel, kernel.sites[site]); });
  const auto refuse_proofs = [&] {
    for (const model::SiteId site : incoherent)
      for (const Property property : kProperties)
        session.fail(property, Verdict::Unsupported, Cause::UnsupportedConstruct,
                     analysis::name_of_incoherent_read(kernel, site), kernel.sites[site].location);
  };
  ask_everything(session, [&] {
    if (!options.so_far || impossible || effort::Clock::now() - begin < kWorthTelling) return;
    verdict::ClassResult open = result;
    for (const auto& contents : {counted.used_contents, session.queries.used_contents()})
      result.assumptions.insert(result.assumptions.end(), contents.begin(), contents.end());
    account_for_arrivals(session);
    account_for_races(session);
    refuse_proofs();
    options.so_far(finish());
    result = std::move(open);
  });
  for (const std::string& contents : counted.used_contents) session.assume(contents);
  for (const std::string& contents : session.queries.used_contents()) session.assume(contents);
  for (const std::string& sums : session.queries.used_sums()) session.note(sums);
  account_for_arrivals(session);
  account_for_races(session);
  refuse_proofs();
  if (impossible)
    prove_nothing(result, impossible);
  else
    state_needed_sizes(session);
  result.questions = counted.questions + session.queries.questions();
  result.settled = counted.settled + session.queries.settled();
  return finish();
}

}  // namespace

verdict::ClassResult verify(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            smt::TermStore& store, smt::Solver& solver, const Options& options,
                            Lessons& lessons, const SumsOf& sums_of) {
  return verify_all(kernel, facts, store, solver, options, lessons, nullptr, sums_of);
}

verdict::ClassResult verify_open(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                 smt::TermStore& store, smt::Solver& solver, const Options& options,
                                 std::vector<model::LaunchSizes>& seen, const SumsOf& sums_of) {
  Lessons lessons;
  return verify_all(kernel, facts, store, solver, options, lessons, &seen, sums_of);
}

}  // namespace launchproof::access
