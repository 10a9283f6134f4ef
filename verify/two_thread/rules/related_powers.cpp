// Rule r17, relationalPow2: one value is doubled as another is halved.
#include "verify/two_thread/rules/powers.h"
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

void related_powers(const Head& head, std::vector<Guess>& into) {
  constexpr unsigned kHighest = 15;
  smt::TermStore& store = head.store();
  std::vector<model::ValueId> up, down;
  for (const model::Phi& phi : head.phis()) {
    const Scaling how = scaling(head, phi);
    if (how != Scaling::None) (how == Scaling::Up ? up : down).push_back(phi.value);
  }
  if (up.size() != 1 || down.size() != 1) return;
  for (unsigned who = 0; who < head.values.items(); ++who) {
    const Term x = head.now(up[0], who), y = head.now(down[0], who);
    const unsigned width = x.width();
    if (y.width() != width || width <= kHighest + 1) return;
    const auto power = [&](Term value, unsigned i) {
      return store.eq(value, store.bv(smt::Bits{1} << i, width));
    };
    for (unsigned i = 0; i <= kHighest; ++i) {
      // The product is expressed with powers of two, since products of variables are hard for solvers.
      std::vector<Term> ways;
      for (unsigned k = 0; k <= i; ++k) ways.push_back(store.and_(power(x, k), power(y, i - k)));
      const Term product = store.or_(ways);
      const Term ended = store.and_(store.eq(y, store.bv(0, width)), power(x, i + 1));
      into.push_back({store.implies(head.enabled[who], product), who});
      into.push_back({store.implies(head.enabled[who], store.or_(ended, product)), who});
    }
  }
}

}  // namespace launchproof::two_thread
