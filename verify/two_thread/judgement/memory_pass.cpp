#include "verify/two_thread/judgement/memory_pass.h"

#include <algorithm>
#include <set>

#include "verify/symbolic/findings/locations.h"
#include "verify/two_thread/terms/findings.h"
#include "verify/two_thread/terms/work_items.h"
#include "verify/two_thread/walk/shared_contents.h"
#include "verify/verdict/finding_id.h"

namespace launchproof::two_thread {

using model::AnnotationKind;
using model::kNone;
using smt::Status;
using smt::Term;
using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

constexpr std::size_t kMostPlaces = 4;  // number of places that a message shows
constexpr const char* kBrokenInvariant = "broken barrier invariant";
constexpr const char* kBrokenPermission = "broken read permission";
constexpr const char* kBrokenClaim = "broken claim about shared memory";

// Returns why the kernel is not judged; empty if it is judged.
std::string why_not_followed(const Setting& setting) {
  const model::KernelModel& kernel = setting.kernel;
  const model::LaunchFacts& facts = setting.facts;
  if (setting.limits.warp_sync > 1) return "shared memory is not followed with --warp-sync";
  if (facts.open.local[0] != 0 || facts.open.local[1] != 0 || facts.open.local[2] != 0)
    return "shared memory is not followed where the local size is left open";
  if (facts.local_size[1] * facts.local_size[2] != 1)
    return "work-items of barrier invariants are told by their ids in one dimension, and the group has more";
  if (facts.local_size[0] < 2) return "there are no two work-items in a group";
  if (!kernel.calls.empty() || kernel.enabled != kNone) return "shared memory is not followed in --modular";
  for (const model::Barrier& barrier : kernel.barriers)
    if (barrier.level != model::ConvergenceLevel::Group || barrier.kind == model::Convergence::Copy)
      return "shared memory is not followed past `" + barrier.function + "`";
  return {};
}

// Returns the symbols of a fact other than ids: functions and unknown values.
std::set<std::string> symbols(smt::TermStore& store, Term term) {
  std::set<std::string> result;
  for (const Term one : store.applications(term)) result.insert(one->name);
  for (const Term one : store.variables(term))
    if (one->name.find(".local.") == std::string::npos && one->name.find(".group.") == std::string::npos)
      result.insert(one->name);
  return result;
}

class Judge {
 public:
  explicit Judge(MemoryPass& pass)
      : d_pass(pass), d_setting(pass.setting), d_kernel(d_setting.kernel), d_store(d_setting.store) {}

  void run() {
    for (std::uint32_t id = 0; id < d_kernel.annotations.size(); ++id)
      if (const model::Annotation& one = d_kernel.annotations[id];
          one.claim != kNone && d_pass.is_asked(one.location))
        d_asked.insert(id);
    if (d_asked.empty()) return;
    if (const std::string why = why_not_followed(d_setting); !why.empty()) {
      leave_all(Cause::AnnotationNotJudged, why);
    } else if (!d_pass.excludes_races) {
      leave_all(Cause::VoidedRace, kRestsOnNoRace);
    } else {
      try {
        judge();
      } catch (const OutOfTime&) {
        leave_all(Cause::ClassTimeout, "the launch class used up its time while shared memory was followed");
      }
    }
  }

 private:
  void judge() {
    const auto [items, base] = work_items(d_setting, Pairing::SameGroup);
    Values values(d_setting, Pairing::SameGroup, items, Loops::Unwound);
    Memory memory(d_setting, Pairing::SameGroup, values);
    SharedContents contents(d_setting, values);
    Unwinding unwinding;
    unwinding.iterations = kMostUnwinding;
    unwinding.follower = &contents;
    const Problem problem = Walker(d_setting, Pairing::SameGroup, values, memory, unwinding).run(base);
    contents.end();
    for (const Unwound& one : problem.unwound) {
      std::vector<Term> question = standing(one.context, {});
      question.push_back(one.goes_on);
      if (d_pass.prover.ask(std::move(question)).status == Status::Unsat) continue;
      leave_all(Cause::LoopUnwound,
                "shared memory is followed through " + std::to_string(kMostUnwinding) +
                    " iterations of a loop, and this one was not shown to end by then",
                d_kernel.loops[one.loop].location);
      return;
    }
    for (const MemoryNeed& need : contents.needed()) {
      std::vector<Term> question = standing(need.context, {});
      question.push_back(need.bad);
      if (d_pass.prover.ask(std::move(question)).status == Status::Unsat) continue;
      leave_all(Cause::AnnotationNotJudged, need.why, need.location);
      return;
    }
    for (const auto& [id, why] : contents.open())
      if (d_asked.contains(id)) leave_open(id, Cause::AnnotationNotJudged, why);
    index(contents);
    for (const MemoryClaim& claim : contents.claims())
      if (d_asked.contains(claim.annotation) && !d_decided.contains(claim.annotation))
        ask(claim, contents, values);
    if (d_decided.empty() && !is_possible(base, contents)) {
      leave_all(Cause::ContradictoryFacts,
                "the kernel's assumptions and barrier invariants contradict each other");
      return;
    }
    name_what_is_granted(problem);
  }

  void index(const SharedContents& contents) {
    for (const Term fact : contents.facts()) d_of_facts.push_back(symbols(d_store, fact));
    for (const Term fact : contents.granted()) d_of_granted.push_back(symbols(d_store, fact));
  }

  // Returns the facts, including those granted before the claim, that mention one of these symbols, directly
  // or through other facts in up to `steps` steps.
  std::vector<Term> near(const MemoryClaim& claim, const SharedContents& contents, unsigned steps) const {
    std::set<std::string> known = symbols(d_store, claim.bad);
    std::vector<Term> result;
    std::vector<bool> is_in(contents.facts().size() + claim.granted, false);
    const auto of = [&](std::size_t i) -> const std::set<std::string>& {
      return i < d_of_facts.size() ? d_of_facts[i] : d_of_granted[i - d_of_facts.size()];
    };
    const auto add = [&](std::size_t i) {
      is_in[i] = true;
      result.push_back(i < d_of_facts.size() ? contents.facts()[i]
                                             : contents.granted()[i - d_of_facts.size()]);
    };
    for (unsigned step = 0; step < steps; ++step) {
      std::set<std::string> found;
      for (std::size_t i = 0; i < is_in.size(); ++i) {
        if (is_in[i] ||
            std::ranges::none_of(of(i), [&](const std::string& one) { return known.contains(one); }))
          continue;
        add(i);
        found.insert(of(i).begin(), of(i).end());
      }
      if (std::ranges::includes(known, found)) break;
      known.insert(found.begin(), found.end());
    }
    for (std::size_t i = 0; i < is_in.size(); ++i)
      if (!is_in[i] && std::ranges::includes(known, of(i))) add(i);
    return result;
  }

  void ask(const MemoryClaim& claim, const SharedContents& contents, Values& values) {
    constexpr unsigned kFew = 1, kAll = 1000;
    smt::Answer answer;
    std::vector<Term> question;
    for (const unsigned steps : {kFew, kAll}) {
      question = standing(claim.context, {});
      const std::vector<Term> known = near(claim, contents, steps);
      question.insert(question.end(), known.begin(), known.end());
      question.push_back(claim.bad);
      answer = d_pass.prover.ask(question);
      if (answer.status == Status::Unsat) return;
    }
    if (answer.status == Status::Sat && claim.other_comes) {
      question.push_back(claim.other_comes);
      answer = d_pass.prover.ask(question);
      if (answer.status == Status::Unsat) {
        leave_open(claim.annotation, Cause::AnnotationNotJudged,
                   "not shown for two work-items of which one does not reach it in the same iteration");
        return;
      }
    }
    if (answer.status == Status::Unknown) {
      const bool is_late = answer.reason.find("timeout") != std::string::npos;
      leave_open(claim.annotation, is_late ? Cause::SolverTimeout : Cause::SolverFailure, answer.reason);
      return;
    }
    d_decided.insert(claim.annotation);
    d_pass.outcome.add(finding(claim, values, question, answer.model));
  }

  verdict::Finding finding(const MemoryClaim& claim, Values& values, const std::vector<Term>& question,
                           const smt::Model& model) const {
    Obligation obligation;
    obligation.kind = ObligationKind::Assertion;
    obligation.bad = claim.bad;
    obligation.frame = claim.frame;
    obligation.point = claim.annotation;
    obligation.other_comes = claim.other_comes;
    verdict::Finding result = finding_of(d_setting, values, obligation, nullptr, question, model);
    const model::Annotation& annotation = d_kernel.annotations[claim.annotation];
    if (annotation.condition == kNone) result.kind = kBrokenClaim;
    if (annotation.kind == AnnotationKind::BarrierInvariant) {
      result.kind = kBrokenInvariant;
      const verdict::SourceLocation at =
          symbolic::location(d_kernel, d_kernel.barriers[claim.barrier].location, "barrier");
      result.message += ", at the barrier in line " + std::to_string(at.line);
      result.locations.push_back(at);
    }
    if (annotation.kind == AnnotationKind::ReadPermission) {
      result.kind = kBrokenPermission;
      result.message += ": another work-item writes to";
      result.message +=
          " " + d_kernel.arrays[claim.places.front().array].name + "[" +
          std::to_string(static_cast<std::uint64_t>(model.evaluate(claim.places.front().element))) +
          "] in the same barrier interval";
    } else {
      if (claim.parts > 1)
        result.message += ": part " + std::to_string(claim.part) + " of " + std::to_string(claim.parts) +
                          " that `and` joins does not hold";
      result.message += places(claim, model);
    }
    result.id = verdict::finding_id(d_kernel.name, result);
    return result;
  }

  // ", with a[3] = 7 and b[4] = 2"
  std::string places(const MemoryClaim& claim, const smt::Model& model) const {
    std::vector<std::string> all;
    for (const ObservedPlace& one : claim.places) {
      const std::string text =
          d_kernel.arrays[one.array].name + "[" +
          std::to_string(static_cast<std::uint64_t>(model.evaluate(one.element))) +
          "] = " + std::to_string(static_cast<std::uint64_t>(model.evaluate(one.content)));
      if (std::ranges::find(all, text) == all.end() && all.size() < kMostPlaces) all.push_back(text);
    }
    std::string text;
    for (const std::string& one : all) text += (text.empty() ? ", with " : ", ") + one;
    return text;
  }

  // Claims that follow from a contradiction mean nothing.
  bool is_possible(const std::vector<Term>& base, const SharedContents& contents) {
    std::vector<Term> question = base;
    question.insert(question.end(), contents.facts().begin(), contents.facts().end());
    question.insert(question.end(), contents.granted().begin(), contents.granted().end());
    return d_pass.prover.ask(std::move(question)).status != Status::Unsat;
  }

  // Barrier invariants are applied to work-items that are not followed any further.
  void name_what_is_granted(const Problem&) {
    const bool assumes = std::ranges::any_of(d_kernel.annotations, [](const model::Annotation& one) {
      return one.kind == AnnotationKind::Assumption;
    });
    if (assumes)
      d_pass.result.assumptions.emplace_back(
          "all work-items of a group keep to the kernel's assumptions: barrier invariants speak of each of "
          "them");
  }

  void leave_open(std::uint32_t id, Cause cause, const std::string& why, model::LocationId where = kNone) {
    if (!d_decided.insert(id).second) return;
    const model::Annotation& one = d_kernel.annotations[id];
    d_pass.outcome.fail(Property::Assertion, Verdict::Unknown, cause, "`" + one.text + "`: " + why,
                        where == kNone ? one.location : where);
  }

  void leave_all(Cause cause, const std::string& why, model::LocationId where = kNone) {
    for (const std::uint32_t id : d_asked) leave_open(id, cause, why, where);
  }

  MemoryPass& d_pass;
  const Setting& d_setting;
  const model::KernelModel& d_kernel;
  smt::TermStore& d_store;
  std::set<std::uint32_t> d_asked, d_decided;  // annotations
  std::vector<std::set<std::string>> d_of_facts, d_of_granted;
};

}  // namespace

bool is_of_followed_memory(const verdict::Finding& finding) {
  return finding.kind == kBrokenInvariant || finding.kind == kBrokenPermission ||
         finding.kind == kBrokenClaim || finding.kind == kBrokenScan;
}

void judge_with_memory(MemoryPass& pass) {
  Judge(pass).run();
}

}  // namespace launchproof::two_thread
