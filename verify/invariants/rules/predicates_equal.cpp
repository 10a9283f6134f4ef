// Rule r11, loopPredicateEquality: both run, or neither.
#include "verify/invariants/rules/rules.h"

namespace launchproof::invariants {

void predicates_equal(const Head& head, std::vector<Guess>& into) {
  if (head.pairing != Pairing::SameGroup || !head.has_barrier) return;
  into.push_back({head.store().eq(head.enabled[0], head.enabled[1])});
}

}  // namespace launchproof::invariants
