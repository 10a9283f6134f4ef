// Masks that name a part of the warp: do the threads that they name come to the function that has the mask?
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "verify/model/kernel_model.h"

namespace launchproof::frontend::cuda {

// Requires the statement of a mask (kWarpMask in names.h) that does not name all of the warp. Returns
// - Shown, where the mask is what `__activemask`, `__match_any_sync` or a ballot gave, and every path of the
//   threads that it names, and no other path, leads from there to the statement, once;
// - WhereUniform, where the mask names an aligned tile of lanes with the thread's own one among them;
// - else NotShown.
model::MaskMeeting meeting_of_mask(const llvm::CallBase& statement);

// Returns the last mask stated before the call, in its block; null where there is none.
const llvm::Value* mask_before(const llvm::CallBase& call);

}  // namespace launchproof::frontend::cuda
