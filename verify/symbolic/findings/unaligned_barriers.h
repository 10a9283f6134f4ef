// Handles barriers that are different but at which threads may nevertheless meet (`barrier.sync` of PTX).
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/verdict/results.h"

namespace launchproof::symbolic {

// Weakens certain statements in a result if some barriers are not aligned (model::Barrier::is_aligned) and it
// is not verified that all work-items reach the same barriers. Engines treat every barrier as aligned. If all
// work-items reach the same barriers, both kinds have the same meaning; otherwise threads at different
// barriers may meet. `verified` becomes `unknown`, and a finding needs a replay to be a `defect`. Requires a
// result before verdict::conclude().
void doubt_unaligned_barriers(const model::KernelModel& kernel, verdict::ClassResult& result);

}  // namespace launchproof::symbolic
