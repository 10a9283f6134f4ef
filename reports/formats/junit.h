// JUnit XML, for the test views of continuous integration.
#pragma once

#include <string>

#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns a suite for each kernel, with a test case for each launch class and property. Passed: verified, and
// nothing else. Failure: a defect or possible defect. Error: unknown, unsupported, an error, each problem of
// the whole, and that there are no results. Skipped, with the reason: not asked, and accepted by a baseline
// or suppression.
// `sample`: the application that was run, which the names of suites and classes begin with; empty: none was.
std::string junit_xml(const verdict::Results& results, const Acceptance& acceptance,
                      const std::string& sample = {});

}  // namespace launchproof::reports
