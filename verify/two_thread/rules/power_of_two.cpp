// Rule r14, pow2: a doubled or halved value is a power of two.
#include "verify/two_thread/rules/powers.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

void power_of_two(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const model::Phi& phi : head.phis()) {
    if (scaling(head, phi) == Scaling::None) continue;
    for (unsigned who = 0; who < head.values.items(); ++who) {
      const Term now = head.now(phi.value, who), zero = store.bv(0, now.width());
      const Term less = store.sub(now, store.bv(1, now.width()));
      const Term power = store.or_(store.eq(now, zero), store.eq(store.bvand(now, less), zero));
      into.push_back({store.implies(head.enabled[who], power), who});
    }
  }
}

}  // namespace launchproof::two_thread
