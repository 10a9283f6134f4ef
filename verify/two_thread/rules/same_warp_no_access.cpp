// Rule r18, sameWarpNoaccess: work-items in lock step have come together since the accesses of earlier
// iterations. Once the second one has left, the first one may continue by itself.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

void same_warp_no_access(const Head& head, std::vector<Guess>& into) {
  if (head.same_warp.is_false()) return;
  smt::TermStore& store = head.store();
  for (const Head::HeadLog& log : head.logs) {
    const smt::Term none = store.not_(log.set);
    into.push_back({store.implies(head.same_warp, none)});
    into.push_back({store.implies(store.and_(head.same_warp, head.enabled[1]), none)});
  }
}

}  // namespace launchproof::two_thread
