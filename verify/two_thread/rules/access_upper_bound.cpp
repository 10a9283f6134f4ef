// Rule r3, accessUpperBoundBlock: the logged access is before the block of the next group, whose start is the
// offset without what the loop adds.
#include "verify/two_thread/rules/offsets.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

void access_upper_bound(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const Head::HeadLog& log : head.logs)
    for (const model::SiteId site : log.sites) {
      const auto logged = logged_offset(head, site);
      if (!logged) continue;
      const Term low = without_heads(head, logged->address);
      if (low == logged->address) continue;
      const Term watched = log.at.address;
      for (unsigned d = 0; d < 3; ++d) {
        const auto part = factor_of_id(head, low, head.values.item(0).group_id[d]);
        if (!part) continue;
        const Term next = store.add(low, part->factor);
        into.push_back(
            {store.implies(log.set, store.slt(watched, next)), model::kNone, !part->is_constant()});
      }
    }
}

}  // namespace launchproof::two_thread
