// Determines whether all threads named by a mask of part of the warp reach the function with that mask.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "verify/model/kernel_model.h"

namespace launchproof::frontend::cuda {

// Requires the statement of a mask (kWarpMask in names.h) that does not name the whole warp. Returns
// - Shown, if the mask is the result of `__activemask`, `__match_any_sync` or a ballot, and every path of the
//   threads that it names, and no other path, leads from there to the statement, once;
// - WhereUniform, if the mask names an aligned tile of lanes that includes the thread's own;
// - NotShown otherwise.
model::MaskMeeting meeting_of_mask(const llvm::CallBase& statement);

// Returns the last mask stated before the call, in its block; null where there is none.
const llvm::Value* mask_before(const llvm::CallBase& call);

}  // namespace launchproof::frontend::cuda
