// Rule r9, loopBound: a counter stays on one side of its initial value.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

void loop_bound(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const model::Phi& phi : head.phis()) {
    if (head.width(phi) < 8 || !head.guards(phi)) continue;
    for (unsigned who = 0; who < head.values.items(); ++who) {
      const Term now = head.now(phi.value, who), first = head.initial(phi, who);
      for (const Term bound :
           {store.sle(now, first), store.sle(first, now), store.ule(now, first), store.ule(first, now)})
        into.push_back({store.implies(head.enabled[who], bound), who});
    }
  }
}

}  // namespace launchproof::two_thread
