// The table of report formats (formats.def).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reports/acceptance/acceptance.h"
#include "reports/formats/trace.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// The data that a format may show.
struct ReportInput {
  const verdict::Results& results;
  const Acceptance& acceptance;
  bool finds_by_id;                                       // as in FindingCommands
  std::string sample;                                     // the application that was run; empty if none was
  std::function<std::vector<RecordedLaunch>()> launches;  // launches of the capture; only called if the
                                                          // format shows them
};

struct Format {
  std::string_view name;
  std::string_view label;
  std::string_view ci_file;  // empty: none
  std::string (*text)(const ReportInput& report);
};

// Returns the formats in the order of the table.
std::span<const Format> formats();

}  // namespace launchproof::reports
