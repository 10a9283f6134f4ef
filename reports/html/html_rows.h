// The rows of the page: which launch classes one row stands for, and in which order rows come.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

struct PageRow {
  std::vector<std::size_t> numbers;  // of results; the row shows the first one
  std::string accepted;              // "let pass", "partly let pass"; empty: nothing is
  bool is_new = false;               // some of it counts and is not accepted by the baseline or a suppression
};

// Returns the rows, worst verdict first; among rows of one verdict, those with something new come first.
// Classes that verdict::folded() puts together are one row, and so are the verified classes of one kernel
// that were asked the same properties.
std::vector<PageRow> page_rows(const verdict::Results& results, const Acceptance& acceptance);

}  // namespace launchproof::reports
