// Compares two models.
#pragma once

#include "verify/model/kernel_model.h"

namespace launchproof::model {

// Returns whether the models agree in every member, including numbers of values and source locations.
// Programs that differ only in names of blocks or in the order of values count as different.
bool equal(const KernelModel& one, const KernelModel& other);

}  // namespace launchproof::model
