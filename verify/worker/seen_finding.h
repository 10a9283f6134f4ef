// What a replay has seen, as a finding.
#pragma once

#include "verify/replay/replay.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Confirmed, with its work-items and places; without an id.
verdict::Finding finding_of(const replay::Seen& seen);

}  // namespace launchproof::worker
