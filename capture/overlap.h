// Finds launches that may run at the same time.
#pragma once

#include "capture/capture.h"
#include "capture/overlaps.h"

namespace launchproof::capture {

// Finds pairs of launches such that an enqueue of one may run at the same time as an enqueue of the other: no
// queue, event, marker, barrier, wait of the host, user event or callback orders the two. A user event is
// completed by a thread or a callback, and follows everything that this thread or callback had waited for;
// what other threads had waited for is not considered. Launches of one command buffer are not compared with
// each other.
Overlaps find_overlaps(const Capture& capture);

}  // namespace launchproof::capture
