// Values that counters hand out: each call finds another one (analysis::Counters; "refined atomics" in Betts
// and others, TOPLAS 2015).
//
// Who found a value at an address is a function of both, as long as there are not more calls than the count
// has values (CountedCalls). So what one work-item finds in any iteration is not what another one does. All
// of it rests on there being no data race, as equal reads do.
#pragma once

#include "verify/invariants/values.h"

namespace launchproof::invariants {

// Work-item `who` has found the value there by this call or by another one of the counter; true where nothing
// is known of the counter. The call's address is that of the frame.
smt::Term found_by(const Setting& setting, Pairing pairing, Values& values, model::SiteId call,
                   smt::Term value, FrameId frame, unsigned who);

// What the call by work-item `who` finds in the iteration of the frame was found by it, as a constraint to be
// assumed whether it is made or not; true where nothing is known.
smt::Term handed_out(const Setting& setting, Pairing pairing, Values& values, model::SiteId call,
                     FrameId frame, unsigned who);

}  // namespace launchproof::invariants
