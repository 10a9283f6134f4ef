// Rule guardBound: a counter that passed the condition has advanced by at most one further step.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

namespace {

bool is_order(model::Op op) {
  return op == model::Op::ULess || op == model::Op::ULessEq || op == model::Op::SLess ||
         op == model::Op::SLessEq || op == model::Op::Equal;
}

}  // namespace

// Covers any comparison in the condition, with any value that the loop does not change.
void guard_bound(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  const model::KernelModel& kernel = head.setting.kernel;
  for (const model::Phi& phi : head.phis()) {
    const unsigned width = head.width(phi);
    if (width < 8) continue;
    for (const analysis::ExitEdge& exit : head.setting.graph.exits(head.loop)) {
      const model::ValueId condition = kernel.blocks[exit.from].condition;
      if (condition == model::kNone || !is_order(kernel.values[condition].op)) continue;
      const auto& sides = kernel.values[condition].operands;
      if (kernel.values[sides[0]].width != width) continue;
      for (unsigned who = 0; who < head.values.items(); ++who) {
        const Term now = head.now(phi.value, who);
        const Term step = store.sub(head.values.value(head.next(phi), head.body, who), now);
        for (const model::ValueId side : sides) {
          const Term bound = head.values.value(side, head.body, who);
          if (bound == now) continue;
          for (const Term guess : {store.sle(now, bound), store.ule(now, bound), store.sle(bound, now),
                                   store.slt(now, bound), store.slt(bound, now)})
            into.push_back({store.implies(head.enabled[who], guess), who});
          if (step.is_constant() && step->value != 1)
            into.push_back({store.implies(head.enabled[who], store.slt(now, store.add(bound, step))), who});
        }
      }
    }
  }
}

}  // namespace launchproof::two_thread
