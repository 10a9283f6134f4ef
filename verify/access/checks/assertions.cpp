// Checks the statements that a kernel makes about itself: assertions and invariants.
#include <algorithm>
#include <chrono>

#include "verify/access/checks/moderate_arguments.h"
#include "verify/access/checks/session.h"
#include "verify/access/evaluator/annotations_in_use.h"
#include "verify/analysis/assumptions.h"
#include "verify/effort/clock.h"

namespace launchproof::access {

using model::Annotation;
using model::AnnotationKind;
using model::kNone;
using smt::Status;
using smt::Term;
using symbolic::Options;
using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

bool is_asked(const Annotation& item) {
  if (item.is_limit) return false;
  return item.kind == AnnotationKind::Assertion || item.kind == AnnotationKind::GlobalAssertion ||
         item.kind == AnnotationKind::Invariant || item.kind == AnnotationKind::BarrierInvariant ||
         item.kind == AnnotationKind::ReadPermission || item.kind == AnnotationKind::Scan;
}

// Returns whether all work-items of all groups take the same path through the kernel.
bool goes_one_way(const Context& context) {
  const model::KernelModel& kernel = context.kernel;
  bool one_group = true;
  for (unsigned d = 0; d < 3; ++d) one_group = one_group && context.launch.most_groups(d) <= 1;
  for (model::BlockId block = 0; block < kernel.blocks.size(); ++block) {
    const model::Block& b = kernel.blocks[block];
    const bool excludes = std::ranges::any_of(
        b.successors, [&](model::BlockId to) { return analysis::is_excluded(kernel, to); });
    if (b.successors.size() < 2 || excludes) continue;
    if (!context.uniformity.is_uniform_at(b.condition, block)) return false;
    if (!one_group &&
        analysis::may_differ_between_groups(kernel, context.facts, context.regions, b.condition))
      return false;
  }
  return true;
}

bool is_invariant(const Annotation& item) {
  return item.kind == AnnotationKind::Invariant;
}

void leave_open(Session& session, const Annotation& item, const std::string& why) {
  session.fail(Property::Assertion, Verdict::Unknown, Cause::AnnotationNotJudged,
               "`" + item.text + "`: " + why, item.location);
}

// Returns false when no work-item reaches it.
bool ask_one(Session& session, std::uint32_t id) {
  const Annotation& item = session.context.kernel.annotations[id];
  const auto open = [&](const std::string& why) { leave_open(session, item, why); };
  if (item.condition == kNone) {
    open(item.open);
    return true;
  }
  if (item.kind == AnnotationKind::GlobalAssertion && !goes_one_way(session.context)) {
    open("it also applies to work-items on other paths");
    return true;
  }
  for (const model::AccessQuery& query : session.context.kernel.queries)
    if (query.annotation == id && !analysis::stands_at_its_annotation(session.context.kernel, query)) {
      open("it refers to accesses at a different place");
      return true;
    }
  const EnvironmentId environment = session.s.enter_all(item.block, kOutside, "s.k");
  const Term reached = session.s.reach(item.block, environment);
  if (!reached.is_true()) {
    session.queries.about(Property::Assertion, {id, 0});
    std::vector<Term> question = session.one();
    question.push_back(reached);
    if (session.queries.probe(question, {&session.s}, Queries::Narrow::No).status == Status::Unsat) {
      session.note(session.describe(item) + ": no work-item reaches it under the launch facts");
      return false;
    }
  }
  const Term broken = session.context.store.not_(session.s.value(item.condition, environment));
  const auto ask_with = [&](std::vector<Term> question, Evaluator* other, std::uint32_t which) {
    session.queries.about(Property::Assertion, {id, which});
    question.push_back(reached);
    question.push_back(broken);
    const auto answer = [&] {
      return other == nullptr ? session.queries.ask(question, {&session.s})
                              : session.queries.ask(question, {&session.s, other});
    };
    Outcome outcome = answer();
    if (outcome.status == Status::Unsat) return true;
    if (outcome.status == Status::Sat && other != nullptr) {
      // The assertion states nothing about a work-item that does not reach it.
      question.push_back(other->reach(item.block, environment));
      outcome = answer();
      if (outcome.status == Status::Unsat) {
        open("not shown for two work-items of which one does not reach it");
        return false;
      }
    }
    const std::size_t conditions = question.size();
    if (outcome.status == Status::Sat) keep_moderate(session.context, question);
    if (question.size() > conditions) {
      outcome = answer();
      if (outcome.status == Status::Unsat) {
        open("not shown for arguments so large that sums wrap");
        return false;
      }
    }
    if (outcome.status == Status::Unknown) {
      open(outcome.reason);
      return false;
    }
    std::vector<Term> small = session.build.preferably_small(session.s, environment);
    session.queries.make_small(outcome, std::move(small));
    session.doubt(session.s, item.block, environment, outcome);
    if (is_invariant(item) && !outcome.exact())
      open("not shown to hold");
    else
      session.add(session.build.broken(session.s, environment, id, outcome));
    return false;
  };
  if (!item.two_items)
    ask_with(session.one(), nullptr, 0);
  else if (ask_with(session.same_group(), &session.t, 1))
    ask_with(session.other_group(), &session.u, 2);
  return true;
}

// Returns whether the limit of the translation is shown to hold. If not, no property is shown or refuted.
bool is_kept(Session& session, std::uint32_t id) {
  const Annotation& item = session.context.kernel.annotations[id];
  const auto fail = [&](Verdict verdict, Cause cause, const std::string& why) {
    for (const Property property :
         {Property::DataRace, Property::BarrierDivergence, Property::OutOfBounds, Property::NullAccess})
      session.fail(property, verdict, cause, item.text + why, item.location);
    return false;
  };
  if (item.condition == kNone)
    return fail(Verdict::Unsupported, Cause::UnsupportedConstruct, ": " + item.open);
  const EnvironmentId environment = session.s.enter_all(item.block, kOutside, "s.k");
  std::vector<Term> question = session.one();
  question.push_back(session.s.reach(item.block, environment));
  question.push_back(session.context.store.not_(session.s.value(item.condition, environment)));
  session.queries.about(Property::Assertion, {id, 0});
  const Outcome outcome = session.queries.ask(question, {&session.s});
  if (outcome.status == Status::Unsat) return true;
  if (outcome.status == Status::Unknown)
    return fail(Verdict::Unknown, Cause::AnnotationNotJudged, ": " + outcome.reason);
  return fail(Verdict::Unsupported, Cause::UnsupportedConstruct, "");
}

// Returns whether the two-thread engine may be able to show what is left: an open property, or an invariant
// that is not about accesses.
bool another_engine_may_help(const Session& session) {
  return std::ranges::any_of(session.result.properties,
                             [](const auto& entry) { return verdict::is_undecided(entry.second.verdict); }) ||
         std::ranges::any_of(session.context.kernel.annotations,
                             [](const Annotation& item) { return is_invariant(item) && !item.of_accesses; });
}

}  // namespace

AnnotationsInUse AnnotationsInUse::of(const model::KernelModel& kernel, const Options& options) {
  AnnotationsInUse result;
  result.ignored.assign(kernel.annotations.size(), false);
  for (const std::uint32_t id : options.left_out) result.ignored.at(id) = true;
  result.promised = analysis::promised_parameters(kernel, result.ignored);
  return result;
}

bool keeps_limits(Session& session) {
  const std::vector<Annotation>& all = session.context.kernel.annotations;
  for (std::uint32_t id = 0; id < all.size(); ++id)
    if (all[id].is_limit && !is_kept(session, id)) return false;
  return true;
}

void ask_assertions(Session& session) {
  const std::vector<Annotation>& all = session.context.kernel.annotations;
  const auto counts = [&](std::uint32_t id) {
    return is_asked(all[id]) && !analysis::is_ignored(session.context.annotations.ignored, id);
  };
  bool any = false;
  for (std::uint32_t id = 0; id < all.size(); ++id) any = any || counts(id);
  if (!any) return;
  session.result.properties[Property::Assertion].verdict = Verdict::Verified;
  bool reached = false;
  const auto ask = [&](std::uint32_t id) {
    try {
      reached = ask_one(session, id) || reached;
    } catch (const OutOfTime&) {
      leave_open(session, all[id], "not decided in time");
      reached = true;
    }
  };
  for (std::uint32_t id = 0; id < all.size(); ++id)
    if (counts(id) && !is_invariant(all[id])) ask(id);
  const auto deadline = session.context.deadline;
  if (another_engine_may_help(session)) {
    const auto now = effort::Clock::now();
    session.context.deadline = std::min(deadline, now + (deadline - now) / 2);
  }
  // Running out of time on these questions must not cost the class its other answers.
  session.queries.limit_memory(session.options.memory_mib / 2);
  for (std::uint32_t id = 0; id < all.size(); ++id)
    if (counts(id) && is_invariant(all[id])) ask(id);
  session.context.deadline = deadline;
  session.queries.limit_memory(session.options.memory_mib);
  if (!reached)
    session.assume("no assertion is reached under the launch facts, so nothing was shown of any assertion");
}

void name_annotations(Session& session) {
  const model::KernelModel& kernel = session.context.kernel;
  const analysis::Ignored& ignored = session.context.annotations.ignored;
  std::vector<bool> in_branch(kernel.annotations.size(), false);
  for (const model::Block& block : kernel.blocks)
    if (block.excluded_by != kNone) in_branch[block.excluded_by] = true;
  for (std::uint32_t id = 0; id < kernel.annotations.size(); ++id) {
    const Annotation& item = kernel.annotations[id];
    if (analysis::is_ignored(ignored, id) || is_asked(item) || item.is_limit) continue;
    if (in_branch[id])
      session.assume("given " + session.describe(item));
    else if (analysis::is_exemption(kernel, id))
      session.assume(analysis::exemption(session.describe(item)));
    else
      session.note(session.describe(item) + ": " + (item.open.empty() ? "not used" : item.open));
  }
}

}  // namespace launchproof::access
