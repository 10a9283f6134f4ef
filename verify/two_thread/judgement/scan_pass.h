// Proof of what a kernel claims with `__is_scan`, for the launch at hand.
#pragma once

#include "verify/two_thread/judgement/memory_pass.h"

namespace launchproof::two_thread {

// Judges all such claims. It rests on the first stage as barrier invariants do.
void judge_scans(MemoryPass& pass);

}  // namespace launchproof::two_thread
