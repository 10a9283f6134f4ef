// The possible divisions of a group into sub-groups, as terms.
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/terms/division.h"
#include "verify/symbolic/terms/work_item.h"

namespace launchproof::symbolic {

// Returns the possible divisions of the work-item's group by the device.
Division divide(smt::TermStore& store, const model::KernelModel& kernel, const model::LaunchFacts& facts,
                const WorkItem& item);

// Returns the condition that two work-items of one group, which was divided, are in the same sub-group.
smt::Term same_sub_group(smt::TermStore& store, const WorkItem& a, const WorkItem& b);
// Returns facts that hold for two work-items of one group, which may be equal, in every division of the
// group.
smt::Term divided_alike(smt::TermStore& store, const WorkItem& a, const WorkItem& b);

}  // namespace launchproof::symbolic
