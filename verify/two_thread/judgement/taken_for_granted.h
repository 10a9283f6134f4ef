// Assumptions that a result of the engine states before anything is asked.
#pragma once

#include "verify/two_thread/terms/setting.h"
#include "verify/verdict/results.h"

namespace launchproof::two_thread {

// Notes that accesses to arrays of unknown size are taken to be in bounds. Where nothing else could be asked,
// bounds are not asked.
void name_open_sizes(const Setting& setting, verdict::ClassResult& result);
// Notes arguments that are taken for distinct, lock step, and what the kernel itself assumes.
void name_assumptions(const Setting& setting, verdict::ClassResult& result);

}  // namespace launchproof::two_thread
