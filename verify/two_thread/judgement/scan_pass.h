// Proves a kernel's `__is_scan` claims for the given launch.
#pragma once

#include "verify/two_thread/judgement/memory_pass.h"

namespace launchproof::two_thread {

// Judges all such claims. Like barrier invariants, they depend on the first stage.
void judge_scans(MemoryPass& pass);

}  // namespace launchproof::two_thread
