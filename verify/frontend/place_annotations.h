// Annotations that speak of other places than where they stand: what a function ensures holds where it
// returns, and what it says of all of its loops where these begin.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <string_view>

namespace launchproof::frontend {

// Brings them there, in all functions of the module, before calls are inlined. What a condition computes from
// the function's result, from memory or from accesses is computed there; its variables have the values that
// they had where it stands, or in a loop those of the iteration. What cannot be brought there stays.
void place_annotations(llvm::Module& module);

// The name of the annotation that the call has become (`__assert` or `__invariant`); empty for one that
// stands where it was written.
std::string_view placed_as(const llvm::CallBase& call);

}  // namespace launchproof::frontend
