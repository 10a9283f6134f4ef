// Values returned by counters, which differ from call to call (analysis::Counters; "refined atomics" in Betts
// and others, TOPLAS 2015).
//
// The work-item that got a value at an address is a function of both, provided that there are no more calls
// than the count has values (CountedCalls). Two work-items therefore never get the same value, in any
// iterations. Like equal reads, this depends on the absence of data races.
#pragma once

#include "verify/two_thread/terms/values.h"

namespace launchproof::two_thread {

// Returns the condition that work-item `who` got the value at this place by this call or by another call of
// the counter. Returns true if nothing is known about the counter. The call's address is that of the frame.
smt::Term found_by(const Setting& setting, Pairing pairing, Values& values, model::SiteId call,
                   smt::Term value, FrameId frame, unsigned who);

// Returns the constraint that the call by work-item `who`, in the iteration of the frame, returns the value
// assigned to it. The constraint may be assumed whether or not the call is made. Returns true if nothing is
// known.
smt::Term ticket_fact(const Setting& setting, Pairing pairing, Values& values, model::SiteId call,
                      FrameId frame, unsigned who);

}  // namespace launchproof::two_thread
