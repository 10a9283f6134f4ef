// Handles stores of vectors of three components, which Clang widens to four.
#pragma once

#include <llvm/IR/Function.h>

namespace launchproof::frontend {

// Returns whether the value is a vector of four whose last component was never set, which is the padding of a
// vector of three. Uninitialised variables of the program are not padding (mark_undefined).
bool has_padding(const llvm::Value& stored);

// Makes stores write zeros into padding, so that every execution finds the same bytes there.
void fill_padding(llvm::Function& kernel);

}  // namespace launchproof::frontend
