// Results that exercise every part of a report.
#pragma once

#include <cstddef>

#include "verify/verdict/results.h"

namespace launchproof::reports {

verdict::Results sample();

// So many launch classes of 100 kernels, every tenth with a finding.
verdict::Results large_sample(std::size_t classes);

// Names, sources and messages that try to break out of a report.
verdict::Results hostile_sample();

}  // namespace launchproof::reports
