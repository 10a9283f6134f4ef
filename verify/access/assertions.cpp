// What a kernel says of itself: preconditions that can hold, assertions and invariants that do.
#include <algorithm>
#include <chrono>

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

constexpr std::chrono::seconds kInvariantsTime{1};  // of a launch class, for all of them

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

bool is_invariant(const Annotation& item) {
  return item.kind == AnnotationKind::Invariant;
}

// What is not decided.
void leave_open(Session& session, const Annotation& item, const std::string& why) {
  if (is_invariant(item))
    session.note(session.describe(item) + ": " + why);
  else
    session.fail(Property::Assertion, Verdict::Unknown, Cause::AnnotationNotJudged,
                 "`" + item.text + "`: " + why, item.location);
}

// Returns false when no work-item comes to it.
bool ask_one(Session& session, std::uint32_t id) {
  const Annotation& item = session.context.kernel.annotations[id];
  const auto open = [&](const std::string& why) { leave_open(session, item, why); };
  if (item.condition == kNone) {
    open(item.open);
    return true;
  }
  if (item.kind == AnnotationKind::GlobalAssertion && !goes_one_way(session.context)) {
    open("it speaks of work-items that take another way, too");
    return true;
  }
  for (const model::AccessQuery& query : session.context.kernel.queries)
    if (query.annotation == id && !analysis::stands_at_its_annotation(session.context.kernel, query)) {
      open("it asks of accesses elsewhere than where it stands");
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
  // What is not decided of invariants is but listed.
  const auto deadline = session.context.deadline;
  session.context.deadline = std::min(deadline, std::chrono::steady_clock::now() + kInvariantsTime);
  for (std::uint32_t id = 0; id < all.size(); ++id)
    if (counts(id) && is_invariant(all[id])) ask(id);
  session.context.deadline = deadline;
  if (!reached)
    session.assume("no assertion is reached under the launch facts, so nothing was shown of any assertion");
}

namespace {

// Whether preconditions and assumptions can be kept, and by whom. What is not decided is assumed, by name.
class Keeping {
 public:
  explicit Keeping(Session& session)
      : d_session(session), d_kernel(session.context.kernel), d_first(analysis::first_exclusions(d_kernel)) {
    std::erase_if(d_first, [&](std::uint32_t id) { return is_ignored(id); });
  }

  // Why they contradict each other or the launch; empty when they may be kept.
  std::string contradiction() {
    d_session.asker.about(Property::Assertion, {kNone});
    if (std::string why = contradiction_at_start(); !why.empty()) return why;
    for (std::uint32_t id = 0; id < d_kernel.annotations.size(); ++id) {
      const Annotation& item = d_kernel.annotations[id];
      if (item.kind != AnnotationKind::Precondition || item.condition == kNone || is_ignored(id)) continue;
      if (std::string why = contradiction_of(id); !why.empty()) return why;
    }
    if (!analysis::has_exclusions(d_kernel)) return {};
    bool ends = false;  // the kernel does, for some work-item or none
    for (model::BlockId block = 0; block < d_kernel.blocks.size(); ++block) {
      if (!d_kernel.blocks[block].successors.empty() || analysis::is_excluded(d_kernel, block)) continue;
      if (comes_to(block)) return {};
      ends = true;
    }
    if (!ends) return {};
    return "no work-item that keeps to the kernel's preconditions and assumptions comes to its end";
  }

 private:
  bool is_ignored(std::uint32_t id) const {
    return analysis::is_ignored(d_session.context.annotations.ignored, id);
  }
  std::string describe(std::uint32_t id) const { return d_session.describe(d_kernel.annotations[id]); }

  bool can_be(const std::vector<Term>& question, Evaluator* other = nullptr) {
    const Outcome outcome = other == nullptr
                                ? d_session.asker.probe(question, {&d_session.s}, Asker::Narrow::No)
                                : d_session.asker.probe(question, {&d_session.s, other}, Asker::Narrow::No);
    if (outcome.status == Status::Unknown)
      d_session.assume("the kernel's preconditions and assumptions can hold together: not decided (" +
                       outcome.reason + ")");
    return outcome.status != Status::Unsat;
  }

  Term reach(model::BlockId block) {
    return d_session.s.reach(block, d_session.s.enter_all(block, kOutside, "s.k"));
  }

  bool comes_to(model::BlockId block) {
    std::vector<Term> question = d_session.one();
    question.push_back(reach(block));
    return can_be(question);
  }

  // The way on from an annotation keeps to all before.
  std::vector<model::BlockId> behind(std::uint32_t id) const {
    std::vector<model::BlockId> blocks = d_kernel.blocks[d_kernel.annotations[id].block].successors;
    std::erase_if(blocks, [&](model::BlockId block) { return analysis::is_excluded(d_kernel, block); });
    return blocks;
  }

  bool can_be_kept(std::uint32_t id) {
    return std::ranges::any_of(behind(id), [&](model::BlockId block) { return comes_to(block); });
  }

  std::string contradiction_at_start() {
    if (d_first.empty() || can_be_kept(d_first.back())) return {};
    std::string text = "no work-item of these launch facts keeps to ";
    for (const std::uint32_t id : d_first) {
      text += describe(id);
      if (!can_be_kept(id)) return text;
      text += ", ";
    }
    return text;
  }

  std::string contradiction_of(std::uint32_t id) {
    const Annotation& item = d_kernel.annotations[id];
    const bool is_first = std::ranges::find(d_first, id) != d_first.end();
    if (!is_first && comes_to(item.block) && !can_be_kept(id))
      return "no work-item of these launch facts that comes to it keeps to " + describe(id);
    if (!is_first) return {};
    const bool of_two = analysis::speaks_of_another(d_kernel, item.condition);
    if (of_two && !some_pair_keeps(id))
      return "no two work-items of these launch facts keep to " + describe(id);
    // Where an argument is not given, there may be a value with which they all keep to it.
    if (!analysis::follows_from_ids(d_kernel, d_session.context.facts, item.condition)) return {};
    const bool broken = of_two ? is_broken(item, d_session.same_group(), &d_session.t) ||
                                     is_broken(item, d_session.other_group(), &d_session.u)
                               : is_broken(item, d_session.one(), nullptr);
    return broken ? "work-items of these launch facts break " + describe(id) : std::string();
  }

  bool is_broken(const Annotation& item, std::vector<Term> question, Evaluator* other) {
    question.push_back(reach(item.block));
    if (other != nullptr) question.push_back(other->reach(item.block, kOutside));
    question.push_back(d_session.context.store.not_(d_session.s.value(item.condition, kOutside)));
    const Outcome outcome = other == nullptr
                                ? d_session.asker.probe(question, {&d_session.s}, Asker::Narrow::No)
                                : d_session.asker.probe(question, {&d_session.s, other}, Asker::Narrow::No);
    return outcome.status == Status::Sat && outcome.exact();
  }

  bool some_pair_keeps(std::uint32_t id) {
    bool any = false;
    for (const bool same_group : {true, false}) {
      Evaluator& other = same_group ? d_session.t : d_session.u;
      std::vector<Term> question = same_group ? d_session.same_group() : d_session.other_group();
      if (!can_be(question, &other)) continue;
      any = true;
      const std::size_t pair = question.size();
      for (const model::BlockId block : behind(id)) {
        question.resize(pair);
        question.push_back(d_session.s.reach(block, kOutside));
        if (can_be(question, &other)) return true;
      }
    }
    return !any;
  }

  Session& d_session;
  const model::KernelModel& d_kernel;
  std::vector<std::uint32_t> d_first;
};

}  // namespace

std::string contradictory_annotations(Session& session) {
  return Keeping(session).contradiction();
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
