// How a group may be divided into sub-groups, as terms.
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/terms/division.h"
#include "verify/symbolic/terms/work_item.h"

namespace launchproof::symbolic {

// Returns how the device may divide the group of the work-item.
Division divide(smt::TermStore& store, const model::KernelModel& kernel, const model::LaunchFacts& facts,
                const WorkItem& item);

// Returns that two work-items of one group, which was divided, are in the same sub-group.
smt::Term same_sub_group(smt::TermStore& store, const WorkItem& a, const WorkItem& b);
// Returns what holds of two work-items of one group, which may be the same one, in each division of the
// group.
smt::Term divided_alike(smt::TermStore& store, const WorkItem& a, const WorkItem& b);

}  // namespace launchproof::symbolic
