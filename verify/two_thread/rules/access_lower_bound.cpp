// Rule r2, accessLowerBoundBlock: the logged access is at or after the start of the group's block, which is
// the offset without what the loop adds.
#include "verify/two_thread/rules/offsets.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

void access_lower_bound(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const Head::HeadLog& log : head.logs)
    for (const model::SiteId site : log.sites) {
      const auto logged = logged_offset(head, site);
      if (!logged) continue;
      const Term low = without_heads(head, logged->address);
      if (low == logged->address) continue;
      const Term watched = log.at.address;
      into.push_back({store.implies(log.set, store.sle(low, watched))});
    }
}

}  // namespace launchproof::two_thread
