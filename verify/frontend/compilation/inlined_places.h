// Gives instructions of PTX the calls that were inlined before the PTX was written.
#pragma once

#include <string_view>

#include <llvm/IR/Module.h>

namespace launchproof::frontend {

// Replaces each line that holds the number of a call (ptx/text/call_sites.h) by its line and the places of
// the calls around it. `program` is the text that the module was compiled from.
void restore_inlined_places(llvm::Module& module, std::string_view program);

}  // namespace launchproof::frontend
