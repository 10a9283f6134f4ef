// Rule r6, disabledMaintainsInstrumentation: a work-item that has not entered the loop logs nothing.
#include "verify/two_thread/rules/rules.h"

namespace launchproof::two_thread {

using smt::Term;

// The log before the loop is a term of the outer frame, so no ghost variable is needed.
void disabled_maintains(const Head& head, std::vector<Guess>& into) {
  smt::TermStore& store = head.store();
  if (head.entered[0].is_true()) return;
  for (const Head::HeadLog& log : head.logs)
    into.push_back({store.implies(log.set, store.or_(head.entered[0], log.before))});
}

}  // namespace launchproof::two_thread
