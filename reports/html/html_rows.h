// The rows of the page: the launch classes that one row stands for, and the order of rows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

struct PageRow {
  std::vector<std::size_t> numbers;  // numbers of results; the row shows the first one
  std::string accepted;              // "let pass", "partly let pass"; empty if nothing is
  bool is_new = false;               // part of it counts and is not accepted by the baseline or a suppression
};

// Returns the rows, worst verdict first; among rows with one verdict, those with something new come first.
// Classes that verdict::folded() combines are one row, and so are verified classes of one kernel for which
// the same properties were checked.
std::vector<PageRow> page_rows(const verdict::Results& results, const Acceptance& acceptance);

}  // namespace launchproof::reports
