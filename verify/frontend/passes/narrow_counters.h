// Narrows values that loops carry in 64 bits although only their lower 32 bits are used.
#pragma once

#include <llvm/IR/Function.h>

namespace launchproof::frontend {

// Replaces such a phi by one of 32 bits, so that the loop counts in equal steps. Compilers keep a counter of
// 32 bits that advances by a number of 64 bits, such as the size of a grid, as `x = (long)(int)x + step`.
void narrow_counters(llvm::Function& kernel);

}  // namespace launchproof::frontend
