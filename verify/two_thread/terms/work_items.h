// The work-items that a pass is about.
#pragma once

#include <vector>

#include "verify/symbolic/terms/work_item.h"
#include "verify/two_thread/terms/setting.h"

namespace launchproof::two_thread {

struct WorkItems {
  std::vector<symbolic::WorkItem> items;
  std::vector<smt::Term> base;  // facts about the work-items
};

WorkItems work_items(const Setting& setting, Pairing pairing);

// Returns "two work-items of a group" or a similar description.
const char* name_of(Pairing pairing);

}  // namespace launchproof::two_thread
