// Names the places that replays report in bytes.
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Sets the `element` of an access to an array of the kernel, if the array's layout names the place. Leaves
// names that are known as they are.
void name_element(verdict::WorkItem& item, const model::KernelModel& kernel);

// Does the same for all work-items and steps of the witness.
void name_elements(verdict::Witness& witness, const model::KernelModel& kernel);

}  // namespace launchproof::worker
