// Shared parts of the rules about accesses of earlier iterations.
#pragma once

#include "verify/two_thread/rules/rule_table.h"

namespace launchproof::two_thread {

// Guesses, in a loop with a barrier, that no access of this kind is logged, and, where the loop is also left
// elsewhere than at its head, that none is as long as some work-item is in it.
void guess_not_logged(const Head& head, LogKind kind, std::vector<Guess>& into);

}  // namespace launchproof::two_thread
