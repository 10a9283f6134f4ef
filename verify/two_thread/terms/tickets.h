// Values that counters return: each call finds another one (analysis::Counters; "refined atomics" in Betts
// and others, TOPLAS 2015).
//
// The work-item that found a value at an address is a function of both, as long as there are not more calls
// than the count has values (CountedCalls). So two work-items never find the same value, in any iterations.
// All of it depends on there being no data race, as equal reads do.
#pragma once

#include "verify/two_thread/terms/values.h"

namespace launchproof::two_thread {

// Returns whether work-item `who` has found the value there by this call or by another one of the counter;
// true where nothing is known of the counter. The call's address is that of the frame.
smt::Term found_by(const Setting& setting, Pairing pairing, Values& values, model::SiteId call,
                   smt::Term value, FrameId frame, unsigned who);

// Returns the constraint that the call by work-item `who`, in the iteration of the frame, finds what it was
// given. The constraint may be assumed whether the call is made or not. It is true where nothing is known.
smt::Term ticket_fact(const Setting& setting, Pairing pairing, Values& values, model::SiteId call,
                      FrameId frame, unsigned who);

}  // namespace launchproof::two_thread
