// A defect that a replay has seen, as a finding.
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/replay/replay.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Returns the finding as confirmed, with its work-items and places. The caller sets the id.
verdict::Finding finding_of(const replay::Seen& seen);

// Returns whether the access was made at this site, as far as lines tell.
bool may_be_at(const model::KernelModel& kernel, model::SiteId site, const replay::Participant& side);

}  // namespace launchproof::worker
