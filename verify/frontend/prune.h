#pragma once

#include "verify/model/kernel_model.h"

namespace launchproof::frontend {

// Removes values that no site, branch or live phi uses, and functions that no value names. Sites stay, all of
// them.
void prune(model::KernelModel& kernel);

}  // namespace launchproof::frontend
