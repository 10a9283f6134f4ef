// Handles inline assembly that consists of one instruction with an equivalent built-in function. Other
// assembly is left in place and rejected there.
#pragma once

namespace llvm {
class Function;
}

namespace launchproof::frontend::cuda {

// Replaces these instructions by calls: reads of `%laneid` and of the masks of lanes, `bar.sync 0`,
// `bar.warp.sync` for the whole warp, and fences (`membar`).
void replace_assembly(llvm::Function& function);

}  // namespace launchproof::frontend::cuda
