// Conditions whose evaluation is defined.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace launchproof::frontend {

// Narrows the condition of a precondition or an assumption to where no signed sum, difference or product in
// it overflows (C11 6.5, paragraph 5): a condition whose evaluation is undefined is not given. The program's
// own values are left alone: an operation counts as the condition's where nothing else uses its result.
// Products of two unknown 64-bit numbers are not narrowed.
void require_defined(llvm::CallBase& call);

}  // namespace launchproof::frontend
