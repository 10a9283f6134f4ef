// Rule r12 and r13, nowrite: a barrier has ordered the writes of earlier iterations.
#include "verify/invariants/rules/not_logged.h"
#include "verify/invariants/rules/rules.h"

namespace launchproof::invariants {

void no_write(const Head& head, std::vector<Guess>& into) {
  guess_not_logged(head, LogKind::Write, into);
}

}  // namespace launchproof::invariants
