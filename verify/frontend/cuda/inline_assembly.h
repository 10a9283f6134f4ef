// Inline assembly whose text is one instruction that the built-in functions know. Other assembly stays, and
// is refused where it stands.
#pragma once

namespace llvm {
class Function;
}

namespace launchproof::frontend::cuda {

// Puts calls in place of: reads of `%laneid` and of the masks of lanes, `bar.sync 0`, `bar.warp.sync` of all
// of the warp, and fences (`membar`).
void replace_assembly(llvm::Function& function);

}  // namespace launchproof::frontend::cuda
