// Rule r10, loopCounterIsStrided: a counter keeps its remainder modulo its step.
#include "verify/smt/terms/bits.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

// Also covers steps that are not powers of two, by the remainder of the distance to the initial value.
void strided(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  for (const model::Phi& phi : head.phis()) {
    const unsigned width = head.width(phi);
    if (width < 8) continue;
    for (unsigned who = 0; who < head.values.items(); ++who) {
      const Term now = head.now(phi.value, who), first = head.initial(phi, who);
      const Term step = store.sub(head.values.value(head.next(phi), head.body, who), now);
      if (!step.is_constant() || step->value <= 1 || step->value == smt::mask(width)) continue;
      const Term less = store.bv(step->value - 1, width);
      const bool is_power = (step->value & (step->value - 1)) == 0;
      const Term kept = is_power ? store.eq(store.bvand(now, less), store.bvand(first, less))
                                 : store.eq(store.urem(store.sub(now, first), step), store.bv(0, width));
      into.push_back({store.implies(head.enabled[who], kept), who});
    }
  }
}

}  // namespace launchproof::two_thread
