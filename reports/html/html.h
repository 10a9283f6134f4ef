// report.html: one self-contained page that loads nothing and runs offline.
#pragma once

#include <string>

#include "reports/acceptance/acceptance.h"
#include "reports/html/file_links.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns the report. Names and sources are shown as text, and bytes that are not UTF-8 become U+FFFD. A
// result that `acceptance` accepts keeps its verdict, with a note that it is accepted. `finds_by_id` is as in
// FindingCommands. Without `links`, no file is linked.
std::string html_report(const verdict::Results& results, const Acceptance& acceptance = {},
                        bool finds_by_id = false, const FileLinks& links = {});

}  // namespace launchproof::reports
