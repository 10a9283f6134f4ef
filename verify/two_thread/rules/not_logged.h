// Helpers for the rules about accesses of earlier iterations.
#pragma once

#include "verify/two_thread/rules/rule_table.h"

namespace launchproof::two_thread {

// In a loop with a barrier, guesses that no access of this kind is logged. If the loop is also left elsewhere
// than at its head, guesses that none is logged while some work-item is in it.
void guess_not_logged(const Head& head, LogKind kind, std::vector<Guess>& into);

}  // namespace launchproof::two_thread
