// Out-of-bounds and null accesses; unreachable sites.
#include "verify/access/family_run.h"
#include "verify/access/session.h"
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

// The site, when reached, names this array.
Term names(Session& session, const Side& side, ArrayId array) {
  const model::Site& site = session.context.kernel.sites[side.site];
  if (site.arrays.size() == 1) return session.context.store.true_();
  const Term base = side.evaluator->value(site.base, side.environment);
  return session.context.store.eq(base, session.context.store.bv(array, base.width()));
}

void ask_array(Session& session, const Side& side, Term reached, ArrayId array) {
  smt::TermStore& store = session.context.store;
  const model::Site& site = session.context.kernel.sites[side.site];
  const analysis::Placement& place = session.context.regions.placement(array);
  session.asker.about(Property::OutOfBounds, {side.site, array});
  std::vector<Term> question = session.one();
  question.push_back(reached);
  question.push_back(session.is_element(side));
  question.push_back(names(session, side, array));
  if (array == 0 || place.is_null) {
    Outcome outcome = session.asker.ask(question, {&session.s});
    session.make_small({side}, outcome);
    session.doubt(side, outcome);
    if (outcome.status == Status::Unknown) session.fail(Property::NullAccess, outcome, site.location);
    if (outcome.status == Status::Sat) session.add(session.build.null_access(side, outcome));
    return;
  }
  if (!session.options.check_bounds) return;
  const std::string& name = session.context.kernel.arrays[array].name;
  const std::optional<Term> bytes = session.context.launch.array_bytes(array);
  if (!bytes && site.inside != kNone && site.outside == kNone) return;  // its sampler keeps it in
  if (!bytes) {
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
    Outcome outcome = session.asker.ask(question, {&session.s});
    session.make_small({side}, outcome);
    session.doubt(side, outcome);
    if (outcome.status == Status::Unknown) session.fail(Property::OutOfBounds, outcome, site.location);
    if (outcome.status == Status::Sat) session.add(session.build.outside_image(side, outcome, array));
    return;
  }
  // Both from where the array's memory begins.
  const Term from_base = side.evaluator->value(site.offset, side.environment);
  const Term before = store.bv(place.before, from_base.width());
  const Term offset = store.add(from_base, before);
  const Term needed = store.bv(site.bytes, offset.width());
  const auto beyond = [&](Term after) {
    const Term size = store.add(after, before);
    return store.or_(store.ult(size, needed), store.ult(store.sub(size, needed), offset));
  };
  // An access that lies within the array lies within every larger one.
  FamilyRun* family = session.context.family;
  const bool certain = site.copy == kNone && site.arrays.size() == 1;
  if (const auto least = family != nullptr && certain ? family->prover.least(*bytes) : std::nullopt) {
    const std::vector<Term> touched = question;
    question.push_back(beyond(*least));
    session.asker.ask(question, {&session.s});  // or it throws
    if (session.asker.probe(touched, {&session.s}, Asker::Narrow::No).status != Status::Unsat)
      family->prover.keep_at_least(*bytes);
    return;
  }
  question.push_back(beyond(*bytes));
  Outcome outcome = session.asker.ask(question, {&session.s});
  session.make_small({side}, outcome);
  session.doubt(side, outcome);
  if (outcome.status == Status::Unknown) session.fail(Property::OutOfBounds, outcome, site.location);
  if (outcome.status == Status::Sat) session.add(session.build.bounds(side, outcome, array));
}

}  // namespace

void ask_bounds(Session& session) {
  const model::KernelModel& kernel = session.context.kernel;
  session.result.properties[Property::NullAccess].verdict = Verdict::Verified;
  verdict::PropertyResult& bounds = session.result.properties[Property::OutOfBounds];
  bounds.verdict = Verdict::NotAsked;
  std::size_t reachable = 0;
  std::size_t judged = 0;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.observes) continue;
    ++judged;
    const EnvironmentId environment = session.s.enter_all(site.block, kOutside, "s.k");
    session.asker.about(Property::OutOfBounds, {id});
    const Term reached = session.s.reach(site.block, environment);
    if (!reached.is_true()) {
      std::vector<Term> question = session.one();
      question.push_back(reached);
      if (session.asker.probe(question, {&session.s}, Asker::Narrow::No).status == Status::Unsat) {
        session.result.unreachable.push_back(session.build.location(site.location, "unreachable"));
        continue;
      }
    }
    ++reachable;
    for (const ArrayId array : site.arrays) ask_array(session, {&session.s, id, environment}, reached, array);
  }
  if (reachable == 0 && judged != 0)
    session.assume("no access is reached under the launch facts, so nothing was shown of any access");
  // Nothing to check is nothing wrong: every site is unreachable, or there is none, or all arrays are
  // private.
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
