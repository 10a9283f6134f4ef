// SARIF 2.1.0 (OASIS standard, errata 01), for code hosts and editors.
#pragma once

#include <string>

#include "reports/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// One rule for each property. A result for each finding at its place, whatever the number of launch classes
// that share it (`occurrenceCount`), with its fingerprint; answers that are undecided are results of kind
// `open`. What is proved is no result.
std::string sarif_log(const verdict::Results& results, const Acceptance& acceptance);

}  // namespace launchproof::reports
