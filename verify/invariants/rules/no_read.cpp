// Rule r12 and r13, noread: a barrier has ordered the reads of earlier iterations.
#include "verify/invariants/rules/not_logged.h"
#include "verify/invariants/rules/rules.h"

namespace launchproof::invariants {

void no_read(const Head& head, std::vector<Guess>& into) {
  guess_not_logged(head, LogKind::Read, into);
}

}  // namespace launchproof::invariants
