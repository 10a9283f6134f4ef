// Checks for stores into memory that kernels may only read, and loads from memory that they may only write.
#include "verify/access/checks/session.h"

namespace launchproof::access {

using model::kNone;
using smt::Status;
using smt::Term;
using verdict::Property;
using verdict::Verdict;

namespace {

void ask_site(Session& session, const Side& side, model::ArrayId array) {
  smt::TermStore& store = session.context.store;
  const model::Site& site = session.context.kernel.sites[side.site];
  session.queries.about(Property::AccessFlags, {side.site, array});
  std::vector<Term> question = session.one();
  question.push_back(session.s.reach(site.block, side.environment));
  question.push_back(session.is_element(side));
  if (site.arrays.size() > 1) {
    const Term base = side.evaluator->value(site.base, side.environment);
    question.push_back(store.eq(base, store.bv(array, base.width())));
  }
  if (site.inside != kNone) question.push_back(side.evaluator->value(site.inside, side.environment));
  Outcome outcome = session.queries.ask(question, {&session.s});
  session.make_small({side}, outcome);
  session.doubt(side, outcome);
  if (outcome.status == Status::Unknown) session.fail(Property::AccessFlags, outcome, site.location);
  if (outcome.status == Status::Sat) session.add(session.build.forbidden_access(side, outcome, array));
}

}  // namespace

bool may_break_access_flags(const Context& context) {
  for (const model::Site& site : context.kernel.sites) {
    if (site.observes) continue;
    for (const model::ArrayId array : site.arrays)
      if (analysis::is_forbidden(site, context.regions.placement(array).access)) return true;
  }
  return false;
}

void ask_access_flags(Session& session) {
  const model::KernelModel& kernel = session.context.kernel;
  session.result.properties[Property::AccessFlags].verdict = Verdict::Verified;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.observes) continue;
    for (const model::ArrayId array : site.arrays) {
      if (!analysis::is_forbidden(site, session.context.regions.placement(array).access)) continue;
      ask_site(session, {&session.s, id, session.s.enter_all(site.block, kOutside, "s.k")}, array);
    }
  }
}

}  // namespace launchproof::access
