#include "verify/access/checks/session.h"

#include <algorithm>
#include <initializer_list>

#include "verify/access/evaluator/family_run.h"
#include "verify/symbolic/terms/sub_groups.h"

namespace launchproof::access {

using model::kNone;
using smt::Term;
using symbolic::different_groups;
using symbolic::different_local_ids;
using symbolic::divide;
using symbolic::DivisionVariable;
using symbolic::in_open_order;
using symbolic::Options;
using symbolic::WorkItem;
using verdict::Verdict;

namespace {

std::vector<Term> joined(std::initializer_list<const std::vector<Term>*> all, Term last) {
  std::vector<Term> result;
  for (const std::vector<Term>* some : all) result.insert(result.end(), some->begin(), some->end());
  result.push_back(last);
  return result;
}

}  // namespace

namespace {

// Returns the place where the kernel first uses sub-groups.
model::LocationId place_of_sub_groups(const model::KernelModel& kernel) {
  for (const model::Value& value : kernel.values)
    if (value.op == model::Op::SubGroup) return value.location;
  for (const model::Barrier& barrier : kernel.barriers)
    if (barrier.is_of_sub_group()) return barrier.location;
  return kNone;
}

WorkItem divided(Context& context, WorkItem item) {
  if (!model::uses_sub_groups(context.kernel)) return item;
  item.division = divide(context.store, context.kernel, context.facts, item);
  for (const DivisionVariable& variable : item.division->variables)
    context.unknowns.note(variable.term,
                          {verdict::Cause::SubGroups, variable.detail, place_of_sub_groups(context.kernel)});
  return item;
}

WorkItem work_item(Context& context, const char* tag, const char* group_tag) {
  return divided(context, WorkItem::make(context.store, context.facts, context.launch,
                                         context.kernel.address_bits, tag, group_tag));
}

}  // namespace

Session::Session(Context& shared, smt::Solver& solver, const Options& chosen, Lessons& lessons,
                 verdict::ClassResult& into)
    : context(shared),
      options(chosen),
      result(into),
      queries(shared, solver, chosen, lessons),
      build(shared),
      s(shared, work_item(shared, "s", "g")),
      t(shared, work_item(shared, "t", "g")),
      u(shared, work_item(shared, "u", "h")),
      loop_facts([this](model::LoopId loop) { return s.prove_loop_facts(loop, queries.induction(s)); }) {
  context.loop_facts = &loop_facts;
}

Session::~Session() {
  context.loop_facts = nullptr;
}

std::vector<Term> Session::one() const {
  std::vector<Term> facts(s.item().constraints);
  facts.insert(facts.end(), implied.begin(), implied.end());
  return facts;
}

std::vector<Term> Session::same_group() const {
  return joined({&s.item().constraints, &t.item().constraints, &implied},
                context.store.and_(different_local_ids(context.store, s.item(), t.item()),
                                   in_open_order(context.store, s.item(), t.item())));
}

std::vector<Term> Session::other_group() const {
  return joined({&s.item().constraints, &u.item().constraints, &implied},
                context.store.and_(different_groups(context.store, s.item(), u.item()),
                                   in_open_order(context.store, s.item(), u.item())));
}

WorkItem Session::item_at(const std::array<std::uint64_t, 3>& id) const {
  return divided(context, WorkItem::at(context.store, context.facts, context.kernel.address_bits, id));
}

std::unique_ptr<Evaluator> Session::another(const std::string& tag, const std::string& group_tag) const {
  return std::make_unique<Evaluator>(context, work_item(context, tag.c_str(), group_tag.c_str()));
}

bool Session::possible_work_item() {
  const smt::Model first;  // all ids are zero
  const std::vector<Term> conditions = one();
  const bool fits = std::ranges::all_of(conditions, [&](Term term) { return first.evaluate(term) != 0; });
  return fits || queries.out_of_time() || queries.ask(conditions, {&s}).status != smt::Status::Unsat;
}

bool Session::has_several_groups() {
  return context.launch.most_groups(0) > 1 || context.launch.most_groups(1) > 1 ||
         context.launch.most_groups(2) > 1;
}

EnvironmentId Session::shared_environment(model::BlockId block, Evaluator& other) {
  EnvironmentId inside = kOutside;
  for (const model::LoopId loop : context.graph.chain(context.kernel.blocks[block].loop)) {
    const std::string name = "g.k." + std::to_string(loop) + "." + std::to_string(inside);
    Term counter = s.counter(loop, inside, name);
    if (counter != other.counter(loop, inside, name)) counter = context.store.bv_var(name, 64);
    inside = context.environments.enter(inside, loop, counter);
  }
  return inside;
}

Term Session::is_element(const Side& side) {
  const model::Site& site = context.kernel.sites[side.site];
  if (site.copy == kNone) return context.store.true_();
  return context.store.ult(side.evaluator->value(site.element, side.environment),
                           side.evaluator->value(site.elements, side.environment));
}

Term Session::beyond(const Side& side, model::ArrayId array, Term bytes) {
  smt::TermStore& store = context.store;
  const model::Site& site = context.kernel.sites[side.site];
  // Both offsets are relative to the start of the array's memory.
  const Term from_base = side.evaluator->value(site.offset, side.environment);
  const Term before = store.bv(context.regions.placement(array).before, from_base.width());
  const Term offset = store.add(from_base, before);
  const Term needed = store.bv(site.bytes, offset.width());
  const Term size = store.add(bytes, before);
  return store.or_(store.ult(size, needed), store.ult(store.sub(size, needed), offset));
}

void Session::fail(verdict::Property property, Verdict verdict, verdict::Cause cause, std::string detail,
                   model::LocationId where) {
  if (context.family != nullptr) context.family->prover.give_up();
  verdict::PropertyResult& into = result.properties[property];
  into.verdict = verdict::worse(into.verdict, verdict);
  const verdict::SourceLocation at = build.location(where, "where");
  if (into.reason.empty() || into.verdict == verdict)
    into.reason = detail + (at.line == 0 ? "" : " (" + at.file + ":" + std::to_string(at.line) + ")");
  for (const verdict::Approximation& known : into.causes)
    if (known.cause == cause && known.detail == detail && known.location.line == at.line) return;
  into.causes.push_back({cause, std::move(detail), at});
}

void Session::fail(verdict::Property property, const Outcome& outcome, model::LocationId where) {
  fail(property, Verdict::Unknown, outcome.cause, outcome.reason, where);
}

namespace {

// Returns a term that is 0 if the two sides are in equal or neighbouring iterations of each common loop, and
// large otherwise. Returns null if the term would be 0 in every model.
Term leaps_over_iterations(Context& context, std::initializer_list<Side> sides) {
  if (sides.size() != 2) return {};
  constexpr unsigned kWidth = 32;
  constexpr smt::Bits kLarge = smt::Bits{1} << (kWidth - 1);
  smt::TermStore& store = context.store;
  std::vector<Term> near;
  for (EnvironmentId a = sides.begin()->environment; a != kOutside; a = context.environments.at(a).parent)
    for (EnvironmentId b = (sides.begin() + 1)->environment; b != kOutside;
         b = context.environments.at(b).parent) {
      const Environment& one = context.environments.at(a);
      const Environment& other = context.environments.at(b);
      if (one.loop != other.loop || one.counter == other.counter) continue;
      const unsigned width = one.counter.width();
      if (width != other.counter.width()) continue;
      const Term step = store.bv(1, width);
      const std::vector<Term> ways{store.eq(one.counter, other.counter),
                                   store.eq(one.counter, store.add(other.counter, step)),
                                   store.eq(other.counter, store.add(one.counter, step))};
      near.push_back(store.or_(ways));
    }
  const Term all = store.and_(near);
  if (near.empty() || all.is_true()) return {};
  return store.ite(all, store.bv(0, kWidth), store.bv(kLarge, kWidth));
}

}  // namespace

void Session::make_small(std::initializer_list<Side> sides, Outcome& outcome) {
  std::vector<Term> terms;
  for (const Side& side : sides)
    for (const Term term : build.preferably_small(*side.evaluator, side.environment))
      if (std::find(terms.begin(), terms.end(), term) == terms.end()) terms.push_back(term);
  // A reader can follow one iteration to the next more easily than a jump. The term is large if some loop
  // skips iterations.
  if (const Term leaps = leaps_over_iterations(context, sides); leaps) {
    std::vector<Term> near = terms;
    near.push_back(leaps);
    queries.make_small(outcome, near);
    if (outcome.status == smt::Status::Sat && outcome.model.evaluate(leaps) == 0) return;
  }
  queries.make_small(outcome, terms);
}

void Session::doubt(const Side& side, Outcome& outcome) {
  doubt(*side.evaluator, context.kernel.sites[side.site].block, side.environment, outcome);
}

void Session::doubt(Evaluator& evaluator, model::BlockId block, EnvironmentId environment, Outcome& outcome) {
  if (outcome.status != smt::Status::Sat) return;
  const model::LoopId endless = evaluator.may_not_end(block, environment, outcome.model, outcome.conjuncts);
  if (endless == kNone) return;
  Needed needed;
  needed.unknown.cause = verdict::Cause::EarlierIterations;
  needed.unknown.detail = "that a loop before it ends was not shown";
  needed.unknown.location = context.kernel.loops[endless].location;
  needed.term = context.store.true_();
  outcome.needed.push_back(std::move(needed));
}

void Session::add(verdict::Finding finding) {
  if (context.family != nullptr) context.family->prover.give_up();
  const bool counts = !finding.benign || options.strict;
  if (counts) {
    verdict::PropertyResult& into = result.properties[finding.property];
    const bool exact = finding.approximations.empty();
    into.verdict = verdict::worse(into.verdict, exact ? Verdict::Defect : Verdict::PossibleDefect);
    if (into.reason.empty()) into.reason = finding.message;
  }
  result.findings.push_back(std::move(finding));
}

std::string Session::describe(const model::Annotation& annotation) const {
  const verdict::SourceLocation at = build.location(annotation.location, "");
  return annotation.text + (at.line == 0 ? "" : " (" + at.file + ":" + std::to_string(at.line) + ")");
}

void Session::note(std::string text) {
  if (std::ranges::find(result.notes, text) == result.notes.end()) result.notes.push_back(std::move(text));
}

void Session::assume(std::string text) {
  if (d_assumed.insert(text).second) result.assumptions.push_back(std::move(text));
}

}  // namespace launchproof::access
