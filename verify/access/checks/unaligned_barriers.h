// Barriers that threads meet wherever each of them comes to one.
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/verdict/results.h"

namespace launchproof::access {

// Takes back what a result says for certain where it is not verified that all work-items come to the same
// barriers, and some of these are not aligned (model::Barrier::is_aligned). Engines take each barrier for one
// that is aligned: where all come to the same ones, the two kinds mean the same, and else threads at
// different ones may meet. `verified` becomes `unknown`, and what was found needs a replay to be a `defect`.
// Requires a result before verdict::conclude().
void doubt_unaligned_barriers(const model::KernelModel& kernel, verdict::ClassResult& result);

}  // namespace launchproof::access
