// What a kernel says of itself: preconditions that can hold, assertions and invariants that do.
#include <algorithm>

#include "verify/access/annotations_in_use.h"
#include "verify/access/session.h"

namespace launchproof::access {

using model::Annotation;
using model::AnnotationKind;
using model::kNone;
using smt::Status;
using smt::Term;
using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

bool is_asked(const Annotation& item) {
  return item.kind == AnnotationKind::Assertion || item.kind == AnnotationKind::GlobalAssertion ||
         item.kind == AnnotationKind::Invariant;
}

// All work-items go one way through the kernel.
bool goes_one_way(const Context& context) {
  const model::KernelModel& kernel = context.kernel;
  for (model::BlockId block = 0; block < kernel.blocks.size(); ++block) {
    const model::Block& b = kernel.blocks[block];
    const bool excludes = std::ranges::any_of(
        b.successors, [&](model::BlockId to) { return analysis::is_excluded(kernel, to); });
    if (b.successors.size() > 1 && !excludes && !context.uniformity.is_uniform_at(b.condition, block))
      return false;
  }
  return true;
}

// Returns false when no work-item comes to it.
bool ask_one(Session& session, std::uint32_t id) {
  const Annotation& item = session.context.kernel.annotations[id];
  const bool is_invariant = item.kind == AnnotationKind::Invariant;
  const auto open = [&](const std::string& why) {
    if (is_invariant)
      session.note(session.describe(item) + ": " + why);
    else
      session.fail(Property::Assertion, Verdict::Unknown, Cause::AnnotationNotJudged,
                   "`" + item.text + "`: " + why, item.location);
  };
  if (item.condition == kNone) {
    open(item.open);
    return true;
  }
  if (item.kind == AnnotationKind::GlobalAssertion && !goes_one_way(session.context)) {
    open("it speaks of work-items that take another way, too");
    return true;
  }
  const EnvironmentId environment = session.s.enter_all(item.block, kOutside, "s.k");
  const Term reached = session.s.reach(item.block, environment);
  if (!reached.is_true()) {
    session.asker.about(Property::Assertion, {id, 0});
    std::vector<Term> question = session.one();
    question.push_back(reached);
    if (session.asker.probe(question, {&session.s}, Asker::Narrow::No).status == Status::Unsat) {
      session.note(session.describe(item) + ": no work-item comes to it under the launch facts");
      return false;
    }
  }
  const Term broken = session.context.store.not_(session.s.value(item.condition, environment));
  const auto ask_with = [&](std::vector<Term> question, Evaluator* other, std::uint32_t which) {
    session.asker.about(Property::Assertion, {id, which});
    question.push_back(reached);
    question.push_back(broken);
    Outcome outcome = other == nullptr ? session.asker.ask(question, {&session.s})
                                       : session.asker.ask(question, {&session.s, other});
    if (outcome.status == Status::Unsat) return true;
    if (outcome.status == Status::Sat && other != nullptr) {
      // Of a work-item that does not come here, nothing was meant.
      question.push_back(other->reach(item.block, environment));
      outcome = session.asker.ask(question, {&session.s, other});
      if (outcome.status == Status::Unsat) {
        open("not shown of work-items of which one does not come here");
        return false;
      }
    }
    if (outcome.status == Status::Unknown) {
      open(outcome.reason);
      return false;
    }
    std::vector<Term> small = session.build.preferably_small(session.s, environment);
    session.asker.make_small(outcome, std::move(small));
    session.doubt(session.s, item.block, environment, outcome);
    if (is_invariant && !outcome.exact())
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

}  // namespace

AnnotationsInUse AnnotationsInUse::of(const model::KernelModel& kernel, const Options& options) {
  AnnotationsInUse result;
  result.ignored.assign(kernel.annotations.size(), false);
  for (const std::uint32_t id : options.left_out) result.ignored.at(id) = true;
  result.promised = analysis::promised_parameters(kernel, result.ignored);
  return result;
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
  for (std::uint32_t id = 0; id < all.size(); ++id)
    if (counts(id)) reached = ask_one(session, id) || reached;
  if (!reached)
    session.assume("no assertion is reached under the launch facts, so nothing was shown of any assertion");
}

std::string contradictory_annotations(Session& session) {
  const model::KernelModel& kernel = session.context.kernel;
  const analysis::Ignored& ignored = session.context.annotations.ignored;
  const auto comes_to = [&](model::BlockId block) {
    std::vector<Term> question = session.one();
    question.push_back(session.s.reach(block, kOutside));
    const Outcome outcome = session.asker.probe(question, {&session.s}, Asker::Narrow::No);
    if (outcome.status == Status::Unknown)
      session.assume("the kernel's preconditions and assumptions can hold together: not decided (" +
                     outcome.reason + ")");
    return outcome.status != Status::Unsat;
  };
  session.asker.about(Property::Assertion, {kNone});
  std::vector<std::uint32_t> first = analysis::first_exclusions(kernel);
  std::erase_if(first, [&](std::uint32_t id) { return analysis::is_ignored(ignored, id); });
  // The way on from one keeps to all before.
  const auto can_be_kept = [&](std::uint32_t id) {
    const model::Block& branch = kernel.blocks[kernel.annotations[id].block];
    return std::ranges::any_of(branch.successors, [&](model::BlockId next) {
      return !analysis::is_excluded(kernel, next) && comes_to(next);
    });
  };
  if (!first.empty() && !can_be_kept(first.back())) {
    std::string text = "no work-item of these launch facts keeps to ";
    for (const std::uint32_t id : first) {
      text += session.describe(kernel.annotations[id]);
      if (!can_be_kept(id)) return text;
      text += ", ";
    }
    return text;
  }
  if (!analysis::has_exclusions(kernel)) return {};
  for (model::BlockId block = 0; block < kernel.blocks.size(); ++block)
    if (kernel.blocks[block].successors.empty() && !analysis::is_excluded(kernel, block) && comes_to(block))
      return {};
  return "no work-item that keeps to the kernel's preconditions and assumptions comes to its end";
}

void name_annotations(Session& session) {
  const model::KernelModel& kernel = session.context.kernel;
  const analysis::Ignored& ignored = session.context.annotations.ignored;
  std::vector<bool> in_branch(kernel.annotations.size(), false);
  for (const model::Block& block : kernel.blocks)
    if (block.excluded_by != kNone) in_branch[block.excluded_by] = true;
  for (std::uint32_t id = 0; id < kernel.annotations.size(); ++id) {
    const Annotation& item = kernel.annotations[id];
    if (analysis::is_ignored(ignored, id) || is_asked(item)) continue;
    if (in_branch[id])
      session.assume("given " + session.describe(item));
    else
      session.note(session.describe(item) + ": " + (item.open.empty() ? "not used" : item.open));
  }
}

}  // namespace launchproof::access
