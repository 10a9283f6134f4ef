// Steps of `prepare` that handle branch conditions.
#pragma once

#include <llvm/IR/Function.h>

namespace launchproof::frontend {

// Engines find trip counts from branches. Neither step moves an access.

// Jumps directly to the target of the later branch if one operand of `&&` or `||` decides it, provided that
// the result was only stored for that branch (`a && b` as a loop's condition). Must be called before loops
// are simplified.
void thread_conditions(llvm::Function& kernel);

// If a loop is left on a conjunction or disjunction, which loop simplification makes from two exits, turns
// the operands into separate branches. Loops stay simplified.
void split_exits(llvm::Function& kernel);

}  // namespace launchproof::frontend
