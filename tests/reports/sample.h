// Results that exercise every part of a report.
#pragma once

#include <cstddef>
#include <vector>

#include "reports/acceptance/acceptance.h"
#include "reports/formats/trace.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

verdict::Results sample();

// So many launch classes of 100 kernels, every tenth with a finding.
verdict::Results large_sample(std::size_t classes);

// An earlier state of the same kernels: `blur` was verified, `scatter` raced at another place, `sort` was
// decided, `reduce` stood four lines higher.
verdict::Results earlier_sample();

// Returns what earlier_sample() as a baseline and suppressions (one is used, one is not, one has expired)
// accept of sample().
Acceptance sample_acceptance(const verdict::Results& results);

// Launches of the classes of sample(), and one of a class that it does not hold.
std::vector<RecordedLaunch> sample_launches();

// Names, sources and messages that try to break out of a report.
verdict::Results hostile_sample();

}  // namespace launchproof::reports
