// Rule r7, guardMinusInitialIsUniform: counters with different initial values advance together.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

void guard_minus_initial(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  if (head.values.items() < 2) return;
  for (const model::Phi& phi : head.phis()) {
    if (head.width(phi) < 8 || !head.guards(phi) || head.values.is_shared(phi.value, head.body)) continue;
    const Term one = store.sub(head.now(phi.value, 0), head.initial(phi, 0));
    const Term two = store.sub(head.now(phi.value, 1), head.initial(phi, 1));
    const Term both = store.and_(head.enabled[0], head.enabled[1]);
    into.push_back({store.implies(both, store.eq(one, two))});
    // If they leave together, their final values also have the same distance.
    into.push_back({store.eq(one, two)});
  }
}

}  // namespace launchproof::two_thread
