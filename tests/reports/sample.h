// Results that exercise every part of a report.
#pragma once

#include "verify/verdict/results.h"

namespace launchproof::reports {

verdict::Results sample();

// Names, sources and messages that try to break out of a report.
verdict::Results hostile_sample();

}  // namespace launchproof::reports
