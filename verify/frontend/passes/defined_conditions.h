// Ensures that conditions have defined values.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace launchproof::frontend {

// Restricts the condition of a precondition or assumption to cases in which no signed sum, difference or
// product in it overflows (C11 6.5, paragraph 5), since a condition with undefined behaviour states nothing.
// The program's own values are not affected: an operation belongs to the condition only if nothing else uses
// its result. Products of two unknown 64-bit numbers are not restricted.
void require_defined(llvm::CallBase& call);

}  // namespace launchproof::frontend
