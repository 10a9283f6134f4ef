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
  bool is_new = false;               // something counts that the baseline or a suppression does not let pass
};

// Returns the rows, the worst verdict first, and of one verdict those first that hold something new. Classes
// that ended alike are one row, as verdict::folded() says, and so are the verified classes of one kernel that
// were asked the same properties.
std::vector<PageRow> page_rows(const verdict::Results& results, const Acceptance& acceptance);

}  // namespace launchproof::reports
