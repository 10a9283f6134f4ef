// Detects preconditions that contradict each other or the launch, and assumptions that exclude every
// work-item.
#include "verify/access/checks/contradictions.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "verify/access/checks/one_launch.h"
#include "verify/effort/clock.h"
#include "verify/model/no_way_on.h"

namespace launchproof::access {

using model::Annotation;
using model::AnnotationKind;
using model::kNone;
using smt::Status;
using smt::Term;
using symbolic::Options;
using symbolic::Unknown;
using symbolic::Unknowns;
using verdict::Property;

namespace {

constexpr std::uint64_t kMostTogether = 16;  // the largest number of work-items that are put into one
                                             // question

// A work-item, or two of one group or of different groups.
enum class Who : std::uint8_t { One, OfOneGroup, OfTwoGroups };

class Contradictions {
 public:
  explicit Contradictions(Session& session)
      : d_session(session), d_kernel(session.context.kernel), d_first(analysis::first_exclusions(d_kernel)) {
    std::erase_if(d_first, [&](std::uint32_t id) { return is_ignored(id); });
  }

  Contradiction find() {
    if (Contradiction found = at_start()) return found;
    // If some work-item violates a precondition, this is a bound of the open sizes.
    if (d_session.context.facts.open.any()) return at_end();
    for (const std::uint32_t id : preconditions())
      if (std::string text = of(id); !text.empty()) return {text};
    if (std::string text = together(); !text.empty()) return {text};
    return at_end();
  }

 private:
  bool is_ignored(std::uint32_t id) const {
    return analysis::is_ignored(d_session.context.annotations.ignored, id);
  }
  const Annotation& item(std::uint32_t id) const { return d_kernel.annotations[id]; }
  bool is_precondition(std::uint32_t id) const { return item(id).kind == AnnotationKind::Precondition; }
  bool is_first(std::uint32_t id) const { return std::ranges::find(d_first, id) != d_first.end(); }
  bool is_of_two(std::uint32_t id) const { return analysis::speaks_of_another(d_kernel, item(id).condition); }
  std::string describe(std::uint32_t id) const { return d_session.describe(item(id)); }

  // Returns whether the program itself says that no work-item goes on: a trap, or undefined behaviour.
  bool is_of_program(std::uint32_t id) const { return item(id).text == model::kNoWayOn; }
  // Returns the reason for a kernel whose own code ends every work-item.
  Contradiction ended_by_program(std::uint32_t last) const {
    std::string text =
        "every work-item of these launch facts comes to a trap, or to where the program's behaviour is "
        "undefined";
    if (item(last).location != kNone) text += " (" + model::describe(d_kernel, item(last).location) + ")";
    return {text + ", and nothing is judged of those that do", true, true};
  }

  std::vector<std::uint32_t> preconditions() const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t id = 0; id < d_kernel.annotations.size(); ++id)
      if (is_precondition(id) && item(id).condition != kNone && !is_ignored(id)) result.push_back(id);
    return result;
  }

  Evaluator* other(Who who) {
    if (who == Who::One) return nullptr;
    return who == Who::OfOneGroup ? &d_session.t : &d_session.u;
  }
  std::vector<Term> start(Who who) const {
    if (who == Who::One) return d_session.one();
    return who == Who::OfOneGroup ? d_session.same_group() : d_session.other_group();
  }
  Outcome ask(const std::vector<Term>& question, Who who) {
    Evaluator* peer = other(who);
    return peer == nullptr ? d_session.queries.probe(question, {&d_session.s}, Queries::Narrow::No)
                           : d_session.queries.probe(question, {&d_session.s, peer}, Queries::Narrow::No);
  }
  bool can_be(const std::vector<Term>& question, Who who) {
    const Outcome outcome = ask(question, who);
    if (outcome.status == Status::Unknown) not_decided(outcome.reason);
    return outcome.status != Status::Unsat;
  }
  void not_decided(const std::string& why) {
    d_session.assume("the kernel's preconditions and assumptions can hold together: not decided (" + why +
                     ")");
  }

  EnvironmentId inside(model::BlockId block) { return d_session.s.enter_all(block, kOutside, "s.k"); }
  // Returns the condition that the work-item gets there; for a pair, that both get there.
  std::vector<Term> coming(model::BlockId block, Who who) {
    std::vector<Term> question = start(who);
    const EnvironmentId environment = inside(block);
    question.push_back(d_session.s.reach(block, environment));
    if (Evaluator* peer = other(who)) question.push_back(peer->reach(block, environment));
    return question;
  }
  bool comes_to(model::BlockId block) { return can_be(coming(block, Who::One), Who::One); }

  // Returns the blocks after an annotation, on the path where it and all earlier ones hold.
  std::vector<model::BlockId> behind(std::uint32_t id) const {
    std::vector<model::BlockId> blocks = d_kernel.blocks[item(id).block].successors;
    std::erase_if(blocks, [&](model::BlockId block) { return analysis::is_excluded(d_kernel, block); });
    return blocks;
  }
  bool can_be_kept(std::uint32_t id) {
    return std::ranges::any_of(behind(id), [&](model::BlockId block) { return comes_to(block); });
  }

  Contradiction at_start() {
    if (d_first.empty() || can_be_kept(d_first.back())) return {};
    if (std::ranges::all_of(d_first, [&](std::uint32_t id) { return is_of_program(id); }))
      return ended_by_program(d_first.back());
    std::string text = "no work-item of these launch facts keeps to ";
    for (const std::uint32_t id : d_first) {
      text += describe(id);
      if (!can_be_kept(id)) return {text, !is_precondition(id)};
      text += ", ";
    }
    return {text, !is_precondition(d_first.back())};
  }

  // The model applies to every launch of the class, since everything in it is given.
  bool happens(model::BlockId block, Outcome outcome) {
    d_session.doubt(d_session.s, block, inside(block), outcome);
    if (!outcome.exact()) return false;
    const Unknowns& unknowns = d_session.context.unknowns;
    return std::ranges::none_of(outcome.conjuncts, [&](Term conjunct) {
      return std::ranges::any_of(d_session.context.store.variables(conjunct), [&](Term variable) {
        const Unknown* value = unknowns.value(variable);
        return value != nullptr && value->is_promised;
      });
    });
  }

  // Returns why a precondition proves nothing about this launch.
  std::string of(std::uint32_t id) {
    if (!is_of_two(id)) {
      std::string text = broken(id, Who::One);
      if (!text.empty() && !is_first(id) && !can_be_kept(id))
        return "no work-item of these launch facts that comes to it keeps to " + describe(id);
      return text;
    }
    bool any = false;
    bool keeps = false;
    for (const Who who : {Who::OfOneGroup, Who::OfTwoGroups}) {
      const model::BlockId block = item(id).block;
      any = any || (is_first(id) ? can_be(start(who), who) : happens(block, ask(coming(block, who), who)));
      for (const model::BlockId next : behind(id)) keeps = keeps || can_be(coming(next, who), who);
    }
    if (any && !keeps) return "no two work-items of these launch facts keep to " + describe(id);
    for (const Who who : {Who::OfOneGroup, Who::OfTwoGroups})
      if (std::string text = broken(id, who); !text.empty()) return text;
    return {};
  }

  // Returns a text if some work-items certainly reach the annotation and violate it; otherwise empty.
  std::string broken(std::uint32_t id, Who who) {
    std::vector<Term> question = coming(item(id).block, who);
    question.push_back(
        d_session.context.store.not_(d_session.s.value(item(id).condition, inside(item(id).block))));
    const Outcome outcome = ask(question, who);
    if (outcome.status == Status::Unsat) return {};
    if (std::ranges::find(d_open, id) == d_open.end()) d_open.push_back(id);
    return happens(item(id).block, outcome) ? "work-items of these launch facts break " + describe(id)
                                            : std::string();
  }

  // Values that are not given and that satisfy the preconditions for one work-item may violate them for
  // another, so the work-items are asked about together.
  std::string together() {
    std::erase_if(d_open, [&](std::uint32_t id) {
      return is_first(id) && analysis::follows_from_launch(d_kernel, item(id).condition);
    });
    if (d_open.empty()) return {};
    std::vector<Term> question;
    bool all = true;
    std::vector<std::unique_ptr<Evaluator>> items = evaluators(all);
    for (const std::unique_ptr<Evaluator>& one : items)
      for (const std::uint32_t id : preconditions()) question.push_back(keeps(*one, id));
    for (const std::unique_ptr<Evaluator>& one : items) {
      question.insert(question.end(), one->item().constraints.begin(), one->item().constraints.end());
      const std::vector<Term> more = one->definitions(question);
      question.insert(question.end(), more.begin(), more.end());
    }
    const Outcome outcome = d_session.queries.ask(question, {&d_session.s});
    std::string names;
    for (const std::uint32_t id : d_open) names += (names.empty() ? "" : ", ") + describe(id);
    if (outcome.status == Status::Unsat)
      return "no launch with these facts has work-items that all keep to " + names;
    if (outcome.status == Status::Unknown)
      not_decided(outcome.reason);
    else if (!all)
      d_session.assume("all work-items of some launch keep to " + names + ": asked of " +
                       std::to_string(items.size()) + " of them");
    return {};
  }

  // Returns the condition that the annotation holds in the first iteration of the loops around it.
  Term keeps(Evaluator& evaluator, std::uint32_t id) {
    EnvironmentId at = kOutside;
    for (const model::LoopId loop : d_session.context.graph.chain(d_kernel.blocks[item(id).block].loop))
      at = d_session.context.environments.enter(at, loop, d_session.context.store.bv(0, 64));
    return d_session.context.store.implies(evaluator.reach(item(id).block, at),
                                           evaluator.value(item(id).condition, at));
  }

  // Returns all work-items of a small launch; otherwise those with the smallest and the largest ids.
  std::vector<std::unique_ptr<Evaluator>> evaluators(bool& all) {
    const model::LaunchFacts& facts = d_session.context.facts;
    std::uint64_t count = 1;
    for (unsigned d = 0; d < 3 && count <= kMostTogether; ++d)
      count *= std::min(facts.global_size[d], kMostTogether + 1);
    all = count <= kMostTogether;
    std::vector<std::array<std::uint64_t, 3>> ids{{0, 0, 0}};
    for (unsigned d = 0; d < 3; ++d) {
      std::vector<std::array<std::uint64_t, 3>> wider;
      const std::uint64_t size = facts.global_size[d];
      std::set<std::uint64_t> values{0, size - 1};
      if (all)
        for (std::uint64_t value = 0; value < size; ++value) values.insert(value);
      for (std::array<std::uint64_t, 3> id : ids)
        for (const std::uint64_t value : values) {
          id[d] = value;
          wider.push_back(id);
        }
      ids = std::move(wider);
    }
    std::vector<std::unique_ptr<Evaluator>> result;
    result.reserve(ids.size());
    for (const std::array<std::uint64_t, 3>& id : ids)
      result.push_back(std::make_unique<Evaluator>(d_session.context, d_session.item_at(id)));
    return result;
  }

  // Returns why no work-item (or no pair, if assumptions compare two) satisfies everything up to the end.
  Contradiction at_end() {
    if (!analysis::has_exclusions(d_kernel)) return {};
    bool assumes = false;
    bool compares = false;
    std::uint32_t of_program = kNone;
    bool is_only_of_program = true;
    for (std::uint32_t id = 0; id < d_kernel.annotations.size(); ++id) {
      const AnnotationKind kind = item(id).kind;
      if (is_ignored(id) || item(id).condition == kNone) continue;
      assumes = assumes || kind == AnnotationKind::Assumption;
      if (is_of_program(id))
        of_program = id;
      else if (kind == AnnotationKind::Assumption || kind == AnnotationKind::Precondition)
        is_only_of_program = false;
      compares = compares || (kind == AnnotationKind::Assumption && is_of_two(id));
    }
    if (!comes_to_end(Who::One)) {
      if (is_only_of_program && of_program != kNone) return ended_by_program(of_program);
      return {"no work-item that keeps to the kernel's preconditions and assumptions comes to its end",
              assumes};
    }
    if (!compares) return {};
    bool any = false;
    for (const Who who : {Who::OfOneGroup, Who::OfTwoGroups}) {
      if (!can_be(start(who), who)) continue;
      any = true;
      if (comes_to_end(who)) return {};
    }
    if (!any) return {};
    return {"no two work-items that keep to the kernel's preconditions and assumptions come to its end",
            assumes};
  }

  // Returns whether the kernel's end may be reached, or whether there is no end.
  bool comes_to_end(Who who) {
    bool ends = false;  // some path of the kernel ends
    for (model::BlockId block = 0; block < d_kernel.blocks.size(); ++block) {
      if (!d_kernel.blocks[block].successors.empty() || analysis::is_excluded(d_kernel, block)) continue;
      if (can_be(coming(block, who), who)) return true;
      ends = true;
    }
    return !ends;
  }

  Session& d_session;
  const model::KernelModel& d_kernel;
  std::vector<std::uint32_t> d_first;
  std::vector<std::uint32_t> d_open;  // preconditions that some work-item may violate
};

}  // namespace

Contradiction contradictory_annotations(Session& session) {
  session.queries.about(Property::Assertion, {kNone});
  return Contradictions(session).find();
}

Contradiction contradictory_annotations(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                        smt::TermStore& store, smt::Solver& solver, const Options& options,
                                        verdict::ClassResult& result) {
  if (!analysis::has_exclusions(kernel)) return {};
  OneLaunch analysed(kernel, facts, store, options, effort::Clock::now() + options.time);
  Context& context = analysed.context();
  Lessons lessons;
  Session session(context, solver, options, lessons, result);
  try {
    return contradictory_annotations(session);
  } catch (const OutOfTime&) {
    return {"whether work-items keep to the kernel's preconditions and assumptions took all of the time",
            true};
  }
}

}  // namespace launchproof::access
