// Converts a defect observed by a replay to a finding.
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/replay/replay.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Returns the finding as confirmed, with its work-items and places. The caller must set the id.
verdict::Finding finding_of(const replay::Seen& seen, const model::KernelModel& kernel);

// Returns whether the access may have been made at this site, judging by lines.
bool may_be_at(const model::KernelModel& kernel, model::SiteId site, const replay::Participant& side);

}  // namespace launchproof::worker
