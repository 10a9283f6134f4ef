// SARIF 2.1.0 (OASIS standard, errata 01), for code hosts and editors.
#pragma once

#include <string>

#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns the log. It has one rule for each property, and one result for each finding at its place, with its
// fingerprint; its message ends with the fix or the remedy. Launch classes that share the finding are only
// counted (`occurrenceCount`). Undecided answers are results of kind `open`. Proved properties give no
// results. `finds_by_id` is as in FindingCommands.
std::string sarif_log(const verdict::Results& results, const Acceptance& acceptance,
                      bool finds_by_id = false);

}  // namespace launchproof::reports
