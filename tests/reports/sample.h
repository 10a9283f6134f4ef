// Results that exercise every part of a report.
#pragma once

#include "verify/verdict/results.h"

namespace launchproof::reports {

verdict::Results sample();

// 10,000 launch classes of 100 kernels, 1,000 of them with a finding.
verdict::Results large_sample();

// Names, sources and messages that try to break out of a report.
verdict::Results hostile_sample();

}  // namespace launchproof::reports
