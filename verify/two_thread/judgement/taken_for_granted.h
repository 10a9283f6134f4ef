// Assumptions that a result of the engine states before anything is asked.
#pragma once

#include "verify/two_thread/terms/setting.h"
#include "verify/verdict/results.h"

namespace launchproof::two_thread {

// States that accesses to arrays of unknown size are assumed to be in bounds. If this leaves nothing to ask
// about bounds, bounds are not asked about.
void name_open_sizes(const Setting& setting, verdict::ClassResult& result);
// States that arguments are assumed to be distinct, the lock step assumption, and the kernel's own
// assumptions.
void name_assumptions(const Setting& setting, verdict::ClassResult& result);

}  // namespace launchproof::two_thread
