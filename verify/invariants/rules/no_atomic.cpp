// Rule r12 and r13, noatomic: a barrier has ordered the atomics of earlier iterations.
#include "verify/invariants/rules/rules.h"

namespace launchproof::invariants {

void no_atomic(const Head& head, std::vector<Guess>& into) {
  if (!head.has_barrier) return;
  for (const Head::HeadLog& log : head.logs)
    if (log.kind == LogKind::Atomic) into.push_back({head.store().not_(log.set)});
}

}  // namespace launchproof::invariants
