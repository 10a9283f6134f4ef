#pragma once

#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::frontend {

// Removes values that no site, branch or live phi uses, and functions that no value names. Sites stay, all of
// them. Returns the number that each value has now, by the one that it had, kNone where it is gone; their
// order stays.
std::vector<model::ValueId> prune(model::KernelModel& kernel);

}  // namespace launchproof::frontend
