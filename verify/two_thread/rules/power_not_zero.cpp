// Rule r15, pow2NotZero: a doubled or halved value has not become 0.
#include "verify/two_thread/rules/powers.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

void power_not_zero(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const model::Phi& phi : head.phis()) {
    if (scaling(head, phi) == Scaling::None) continue;
    for (unsigned who = 0; who < head.values.items(); ++who) {
      const Term now = head.now(phi.value, who);
      const Term not_zero = store.distinct(now, store.bv(0, now.width()));
      into.push_back({store.implies(head.enabled[who], not_zero), who});
    }
  }
}

}  // namespace launchproof::two_thread
