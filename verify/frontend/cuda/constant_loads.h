// Loads that promise that nobody writes to their memory while the launch runs (`__ldg`, PTX's
// `ld.global.nc`).
#pragma once

#include <vector>

#include "verify/frontend/ir/preparation.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace launchproof::frontend::cuda {

// Takes out the statements of such loads, and refuses those whose memory the kernel writes to: such a load
// may yield what the memory held at any time of the launch. To be called when variables of the function are
// values.
void refuse_written_constants(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend::cuda
