// Rule r0, accessBreak: the logged place determines which work-item, or which group, accessed it. Products
// with numbers that only the launch gives (a row of n elements for each work-item) take solvers a long time.
#include "verify/two_thread/rules/offsets.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

namespace {

Term wide(smt::TermStore& store, Term id, Term like) {
  return id.width() < like.width() ? store.zext(id, like.width()) : store.trunc(id, like.width());
}

}  // namespace

void access_break(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  const symbolic::WorkItem& item = head.values.item(0);
  for (const Head::HeadLog& log : head.logs)
    for (const model::SiteId site : log.sites) {
      const auto logged = logged_offset(head, site);
      if (!logged) continue;
      const Term watched = log.at.address;
      for (unsigned d = 0; d < 3; ++d)
        for (const Term id : {item.local_id[d], item.group_id[d]}) {
          const auto part = factor_of_id(head, without_heads(head, logged->address), id);
          if (!part) continue;
          // (w - rest) / factor = id, without the division.
          const Term there = store.add(part->without, store.mul(part->factor, wide(store, id, watched)));
          const Term guess = store.implies(log.set, store.ult(store.sub(watched, there), part->factor));
          into.push_back({guess, model::kNone, !part->is_constant()});
        }
    }
}

}  // namespace launchproof::two_thread
