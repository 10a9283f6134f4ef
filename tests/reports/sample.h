// Results that cover every part of a report.
#pragma once

#include <cstddef>
#include <vector>

#include "reports/acceptance/acceptance.h"
#include "reports/formats/trace.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

verdict::Results sample();

// Returns this many launch classes of 100 kernels; every tenth class has a finding.
verdict::Results large_sample(std::size_t classes);

// Returns an earlier state of the same kernels: `blur` was verified, `scatter` raced at another place, `sort`
// was decided, and `reduce` started four lines earlier.
verdict::Results earlier_sample();

// Returns what a baseline from earlier_sample() and suppressions (one is used, one is not, one has expired)
// accept of sample().
Acceptance sample_acceptance(const verdict::Results& results);

// Returns launches of the classes in sample(), and one of a class that it does not contain.
std::vector<RecordedLaunch> sample_launches();

// Returns names, sources and messages that try to break out of a report.
verdict::Results hostile_sample();

}  // namespace launchproof::reports
