// Rule r16, predicatedEquality: all work-items in one iteration have the same value.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

void values_equal(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  if (head.values.items() < 2) return;
  const Term both = store.and_(head.enabled[0], head.enabled[1]);
  for (const model::Phi& phi : head.phis())
    if (!head.values.is_shared(phi.value, head.body))
      into.push_back({store.implies(both, store.eq(head.now(phi.value, 0), head.now(phi.value, 1)))});
}

}  // namespace launchproof::two_thread
