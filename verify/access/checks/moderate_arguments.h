// Counterexamples of arguments that some launch may have use for.
#pragma once

#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/smt/terms/term.h"

namespace launchproof::access {

// Limits the 64-bit arguments that are not given, and of which preconditions speak, to 40 bits. Beyond these,
// sums in preconditions come round, so that a precondition allows what its author ruled out. The question is
// for finding counterexamples: that it has none proves nothing.
void keep_moderate(const Context& context, std::vector<smt::Term>& question);

}  // namespace launchproof::access
