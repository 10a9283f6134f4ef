// Which launches may run at once.
#pragma once

#include "capture/capture.h"
#include "capture/overlaps.h"

namespace launchproof::capture {

// Finds pairs of launches of which some enqueue of the one may run at once with some enqueue of the other: no
// queue, no event, marker or barrier, no wait of the host, and no user event or callback orders the two. A
// user event is completed by a thread or a callback, and comes after everything that this thread or callback
// had waited for; what other threads had waited for is not considered. Launches of one command buffer are not
// compared with each other.
Overlaps find_overlaps(const Capture& capture);

}  // namespace launchproof::capture
