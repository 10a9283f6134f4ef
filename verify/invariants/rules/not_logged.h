// Shared parts of the rules about accesses of earlier iterations.
#pragma once

#include "verify/invariants/rules.h"

namespace launchproof::invariants {

// In a loop with a barrier: no access of this kind is logged, and, where the loop is also left elsewhere than
// at its head, none as long as somebody is in it.
void guess_not_logged(const Head& head, LogKind kind, std::vector<Guess>& into);

}  // namespace launchproof::invariants
