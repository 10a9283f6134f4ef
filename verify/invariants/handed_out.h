// Values that counters hand out: each call finds another one (analysis::Counters; "refined atomics" in Betts
// and others, TOPLAS 2015).
#pragma once

#include "verify/invariants/values.h"

namespace launchproof::invariants {

// What the call by work-item `who` finds belongs to that call alone, as a constraint to be assumed whether it
// is made or not; true where nothing is known. Rests on there being no data race, as equal reads do. Calls in
// loops are not counted, so nothing is known of them.
smt::Term handed_out(const Setting& setting, Pairing pairing, Values& values, model::SiteId call,
                     FrameId frame, unsigned who);

}  // namespace launchproof::invariants
