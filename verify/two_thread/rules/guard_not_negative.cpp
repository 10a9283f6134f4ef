// Rule r8, guardNonNeg: a value compared in a loop's condition does not become negative.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

void guard_not_negative(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const model::Phi& phi : head.phis()) {
    if (head.width(phi) < 8 || !head.guards(phi)) continue;
    for (unsigned who = 0; who < head.values.items(); ++who) {
      const Term negative = store.slt(head.now(phi.value, who), store.bv(0, head.width(phi)));
      into.push_back({store.implies(head.enabled[who], store.not_(negative)), who});
    }
  }
}

}  // namespace launchproof::two_thread
