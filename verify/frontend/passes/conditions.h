// Steps of `prepare` on branch conditions.
#pragma once

#include <llvm/IR/Function.h>

namespace launchproof::frontend {

// Engines find trip counts of branches. Neither step moves an access.

// Sends control straight on from where one operand of `&&` or `||` decides, if the result was only kept for a
// branch (`a && b` as a loop's condition). Before loops are simplified.
void thread_conditions(llvm::Function& kernel);

// Makes the operands branches of their own where a loop is left by their conjunction or disjunction, which
// the simplification of loops makes of two exits. Loops stay simplified.
void split_exits(llvm::Function& kernel);

}  // namespace launchproof::frontend
