#pragma once

#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::frontend {

// Removes values that no site, branch or live phi uses, and functions that no value names. Keeps all sites.
// Returns the new number of each value, indexed by its old number; kNone if it was removed. The order of
// values does not change.
std::vector<model::ValueId> prune(model::KernelModel& kernel);

}  // namespace launchproof::frontend
