// JUnit XML, for the test views of continuous integration.
#pragma once

#include <string>

#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns a suite for each kernel, with a test case for each launch class and property. Only a verified
// property passes. A defect or possible defect is a failure. Unknown, unsupported and error are errors, and
// so are each problem of the whole run and the absence of results. Properties that were not asked, or are
// accepted by a baseline or suppression, are skipped, with the reason. The names of suites and classes begin
// with `sample`, the application that was run, which is empty if there was none. `finds_by_id` is as in
// FindingCommands.
std::string junit_xml(const verdict::Results& results, const Acceptance& acceptance,
                      const std::string& sample = {}, bool finds_by_id = false);

}  // namespace launchproof::reports
