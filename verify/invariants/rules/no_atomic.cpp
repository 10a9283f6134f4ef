// Rule r12 and r13, noatomic: a barrier has ordered the atomics of earlier iterations.
#include "verify/invariants/rules/not_logged.h"
#include "verify/invariants/rules/rules.h"

namespace launchproof::invariants {

void no_atomic(const Head& head, std::vector<Guess>& into) {
  guess_not_logged(head, LogKind::Atomic, into);
}

}  // namespace launchproof::invariants
