// report.html: one self-contained page that loads nothing and runs offline.
#pragma once

#include <string>

#include "reports/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Whatever names and sources hold is shown as text; bytes that are not UTF-8 become U+FFFD. What `acceptance`
// lets pass keeps its verdict and says so beside it.
std::string html_report(const verdict::Results& results, const Acceptance& acceptance = {});

}  // namespace launchproof::reports
