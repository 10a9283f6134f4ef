// Keeps the arguments in counterexamples plausible.
#pragma once

#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/smt/terms/term.h"

namespace launchproof::access {

// Limits 64-bit arguments that are not given and that preconditions mention to 40 bits. Beyond that, sums in
// preconditions wrap around, so that a precondition allows values that its author ruled out. The limited
// question only serves to find counterexamples: if it has none, nothing is proved.
void keep_moderate(const Context& context, std::vector<smt::Term>& question);

}  // namespace launchproof::access
