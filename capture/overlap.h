// Which launches may run at once.
#pragma once

#include "capture/capture.h"
#include "capture/overlaps.h"

namespace launchproof::capture {

// Finds pairs of launches of which some enqueue of the one and some of the other may run at once: neither the
// queue, nor events, markers and barriers, nor a wait of the host, nor a user event or a callback of an event
// puts one before the other. A user event is completed by a thread or a callback, and comes after everything
// that this one had waited for itself. It does not know what other threads had waited for. Launches of one
// command buffer are not compared with each other.
Overlaps find_overlaps(const Capture& capture);

}  // namespace launchproof::capture
