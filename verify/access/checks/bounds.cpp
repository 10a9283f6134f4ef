// Checks for out-of-bounds and null accesses, and for unreachable sites.
#include <algorithm>

#include "verify/access/checks/moderate_arguments.h"
#include "verify/access/checks/session.h"
#include "verify/access/evaluator/family_run.h"
#include "verify/analysis/confined_reads.h"
#include "verify/analysis/preconditions.h"

namespace launchproof::access {

using model::ArrayId;
using model::kNone;
using smt::Status;
using smt::Term;
using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

// Returns whether the site names this array when it is reached.
Term names(Session& session, const Side& side, ArrayId array) {
  const model::Site& site = session.context.kernel.sites[side.site];
  if (site.arrays.size() == 1) return session.context.store.true_();
  const Term base = side.evaluator->value(site.base, side.environment);
  return session.context.store.eq(base, session.context.store.bv(array, base.width()));
}

// Returns whether the term depends only on launch facts, ids and counters of iterations that loops certainly
// reach.
bool is_decided(Session& session, const Side& side, const Outcome& outcome, Term term) {
  const auto is_open = [&](Term part) {
    return session.context.unknowns.value(part) != nullptr ||
           session.context.unknowns.marker(part) != nullptr;
  };
  const auto variables = session.context.store.variables(term);
  if (std::ranges::any_of(variables, is_open) ||
      std::ranges::any_of(session.context.store.applications(term), is_open))
    return false;
  if (!std::ranges::any_of(outcome.needed, [](const Needed& needed) {
        return needed.unknown.cause == Cause::EarlierIterations;
      }))
    return true;
  const auto is_counted = [&](Term counter) {
    return std::ranges::any_of(session.context.store.variables(counter), [&](Term variable) {
      return std::ranges::find(variables, variable) != variables.end();
    });
  };
  for (EnvironmentId at = side.environment; at != kOutside; at = session.context.environments.at(at).parent)
    if (is_counted(session.context.environments.at(at).counter)) return false;
  return true;
}

// Checks accesses before the start of an array of unknown size. Such an access is out of bounds whatever the
// size is. If its offset is unknown, nothing is reported, as for an access after the end.
void ask_start(Session& session, const Side& side, std::vector<Term> question, ArrayId array) {
  smt::TermStore& store = session.context.store;
  const model::Site& site = session.context.kernel.sites[side.site];
  if (site.inside != kNone) return;
  // Specific values for open sizes are tried as separate launches.
  if (session.context.facts.open.any()) return;
  const Term from_base = side.evaluator->value(site.offset, side.environment);
  const Term offset =
      store.add(from_base, store.bv(session.context.regions.placement(array).before, from_base.width()));
  const Term zero = store.bv(0, offset.width());
  // A 32-bit offset beyond 2 GiB is not certainly before the start.
  if (offset.width() < 64 || store.signed_range(offset).low >= 0) return;
  question.push_back(store.slt(offset, zero));
  keep_moderate(session.context, question);
  if (FamilyRun* family = session.context.family) {
    const bool refuted =
        session.queries.probe(question, {&session.s}, Queries::Narrow::Yes).status == Status::Unsat;
    if (!refuted && !family->is_of_one) family->prover.give_up();
    return;
  }
  Outcome outcome = session.queries.ask(question, {&session.s});
  if (outcome.status != Status::Sat) return;
  session.make_small({side}, outcome);
  session.doubt(side, outcome);
  if (outcome.exact() || is_decided(session, side, outcome, offset))
    session.add(session.build.bounds(side, outcome, array));
}

void ask_array(Session& session, const Side& side, Term reached, ArrayId array) {
  const model::Site& site = session.context.kernel.sites[side.site];
  const analysis::Placement& place = session.context.regions.placement(array);
  session.queries.about(Property::OutOfBounds, {side.site, array});
  std::vector<Term> question = session.one();
  question.push_back(reached);
  question.push_back(session.is_element(side));
  question.push_back(names(session, side, array));
  if (array == 0 || place.is_null) {
    Outcome outcome = session.queries.ask(question, {&session.s});
    session.make_small({side}, outcome);
    session.doubt(side, outcome);
    if (outcome.status == Status::Unknown) session.fail(Property::NullAccess, outcome, site.location);
    if (outcome.status == Status::Sat) session.add(session.build.null_access(side, outcome));
    return;
  }
  if (!session.options.check_bounds) return;
  const std::string& name = session.context.kernel.arrays[array].name;
  const std::optional<Term> bytes = session.context.launch.array_bytes(array);
  if (!bytes && site.inside != kNone && site.outside == kNone) return;  // the sampler keeps the access inside
  if (!bytes) {
    ask_start(session, side, question, array);
    session.assume("accesses to `" + name + "` in bounds: size not known");
    verdict::PropertyResult& into = session.result.properties[Property::OutOfBounds];
    const std::string detail = "the size of `" + name + "` is not known";
    for (const verdict::Approximation& cause : into.causes)
      if (cause.detail == detail) return;
    into.causes.push_back({Cause::SizeNotKnown, detail, session.build.location(site.location, "access")});
    return;
  }
  verdict::PropertyResult& into = session.result.properties[Property::OutOfBounds];
  into.verdict = verdict::worse(into.verdict, Verdict::Verified);
  if (site.inside != kNone) {
    // By coordinates.
    if (site.outside == kNone) return;
    question.push_back(side.evaluator->value(site.outside, side.environment));
    Outcome outcome = session.queries.ask(question, {&session.s});
    session.make_small({side}, outcome);
    session.doubt(side, outcome);
    if (outcome.status == Status::Unknown) session.fail(Property::OutOfBounds, outcome, site.location);
    if (outcome.status == Status::Sat) session.add(session.build.outside_image(side, outcome, array));
    return;
  }
  // An access that lies within the array lies within every larger one.
  FamilyRun* family = session.context.family;
  const bool certain = site.copy == kNone && site.arrays.size() == 1;
  if (const auto least = family != nullptr && certain ? family->prover.least(*bytes) : std::nullopt) {
    const std::vector<Term> touched = question;
    question.push_back(session.beyond(side, array, *least));
    session.queries.ask(question, {&session.s});  // or it throws
    if (session.queries.probe(touched, {&session.s}, Queries::Narrow::No).status != Status::Unsat)
      family->prover.keep_at_least(*bytes);
    return;
  }
  question.push_back(session.beyond(side, array, *bytes));
  Outcome outcome = session.queries.ask(question, {&session.s});
  session.make_small({side}, outcome);
  session.doubt(side, outcome);
  if (outcome.status == Status::Unknown) session.fail(Property::OutOfBounds, outcome, site.location);
  if (outcome.status != Status::Sat) return;
  session.found_outside[{side.site, array}] = session.result.findings.size();
  session.add(session.build.bounds(side, outcome, array));
}

// Checks subscripts that are outside an inner array although the access stays in the whole array, or although
// the size of the whole is unknown.
void ask_inner(Session& session, const Side& side, Term reached, ArrayId array) {
  smt::TermStore& store = session.context.store;
  const model::Site& site = session.context.kernel.sites[side.site];
  const FamilyRun* family = session.context.family;
  const bool tolerated = family != nullptr && family->tolerate_benign && !session.options.strict;
  if (site.inner.empty() || tolerated) return;
  std::vector<Term> leaves;
  for (const model::InnerIndex& inner : site.inner) {
    const Term index = side.evaluator->value(inner.index, side.environment);
    leaves.push_back(store.not_(store.ult(index, store.bv(inner.count, index.width()))));
  }
  session.queries.about(Property::OutOfBounds, {side.site, array, kNone});
  std::vector<Term> question = session.one();
  question.push_back(reached);
  question.push_back(session.is_element(side));
  question.push_back(names(session, side, array));
  question.push_back(store.or_(leaves));
  if (const auto bytes = session.context.launch.array_bytes(array))
    question.push_back(store.not_(session.beyond(side, array, *bytes)));
  Outcome outcome = session.queries.ask(question, {&session.s});
  session.make_small({side}, outcome);
  session.doubt(side, outcome);
  if (outcome.status == Status::Sat) session.add(session.build.inner_bounds(side, outcome, array));
  if (outcome.status == Status::Unknown && session.options.strict)
    session.fail(Property::OutOfBounds, outcome, site.location);
}

}  // namespace

void ask_bounds(Session& session) {
  const model::KernelModel& kernel = session.context.kernel;
  session.result.properties[Property::NullAccess].verdict = Verdict::Verified;
  verdict::PropertyResult& bounds = session.result.properties[Property::OutOfBounds];
  bounds.verdict = Verdict::NotAsked;
  const std::vector<bool> confined = analysis::confined_reads(kernel);
  std::size_t reachable = 0;
  std::size_t judged = 0;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.observes) continue;
    ++judged;
    const EnvironmentId environment = session.s.enter_all(site.block, kOutside, "s.k");
    session.queries.about(Property::OutOfBounds, {id});
    const Term reached = session.s.reach(site.block, environment);
    if (!reached.is_true()) {
      std::vector<Term> question = session.one();
      question.push_back(reached);
      if (session.queries.probe(question, {&session.s}, Queries::Narrow::No).status == Status::Unsat) {
        // A copy is at several places; at some of them, it has certainly ended.
        if (!site.in_flight)
          session.result.unreachable.push_back(session.build.location(site.location, "unreachable"));
        continue;
      }
    }
    ++reachable;
    if (confined[id]) {
      bounds.verdict = verdict::worse(bounds.verdict, Verdict::Verified);
      continue;
    }
    for (const ArrayId array : site.arrays) {
      const Side side{&session.s, id, environment};
      ask_array(session, side, reached, array);
      const bool is_null = array == 0 || session.context.regions.placement(array).is_null;
      if (session.options.check_bounds && !is_null) ask_inner(session, side, reached, array);
    }
  }
  if (reachable == 0 && judged != 0)
    session.assume("no access is reached under the launch facts, so nothing was shown of any access");
  // If there is nothing to check, there is no defect: every site is unreachable, there is no site, or all
  // arrays are private.
  const bool unsized = !bounds.causes.empty();
  if (bounds.verdict == Verdict::NotAsked && (reachable == 0 || !unsized)) bounds.verdict = Verdict::Verified;
  if (unsized && bounds.reason.empty()) bounds.reason = bounds.causes.front().detail;
  if (!session.options.check_bounds) {
    bounds.verdict = Verdict::NotAsked;
    bounds.reason = "bounds were not asked for";
    session.assume("all accesses in bounds: not asked");
  }
}

}  // namespace launchproof::access
