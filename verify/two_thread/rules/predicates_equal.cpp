// Rule r11, loopPredicateEquality: both work-items are in the loop, or neither is.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

void predicates_equal(const Head& head, std::vector<Guess>& into) {
  if (head.pairing != Pairing::SameGroup || !head.has_barrier) return;
  into.push_back({head.store().eq(head.enabled[0], head.enabled[1])});
}

}  // namespace launchproof::two_thread
