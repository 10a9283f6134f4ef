// Whether two models say the same.
#pragma once

#include "verify/model/kernel_model.h"

namespace launchproof::model {

// Returns whether the models agree in every member, numbers of values and source locations included. Two
// programs that differ in names of blocks alone, or in the order of values, count as different.
bool equal(const KernelModel& one, const KernelModel& other);

}  // namespace launchproof::model
