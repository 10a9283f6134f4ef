// Rule r5, conditionsImplyingEnabledness: a work-item that has entered the loop and satisfies its condition
// is still in it.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

// The converse holds by construction: a work-item that is enabled has entered.
void conditions_imply_enabled(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  const Head::Guard guard = head.guard();
  if (guard.condition == model::kNone) return;
  for (unsigned who = 0; who < head.values.items(); ++who) {
    const Term condition = head.values.value(guard.condition, head.body, who);
    const Term stays = guard.stays_when ? condition : store.not_(condition);
    into.push_back({store.implies(store.and_(head.entered[who], stays), head.enabled[who])});
  }
}

}  // namespace launchproof::two_thread
