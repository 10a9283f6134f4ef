// The interleaving of a finding's witness as a code flow. Private to reports/sarif*.cpp.
#pragma once

#include "reports/formats/sarif_places.h"

namespace launchproof::reports {

// Returns one thread flow for each work-item: the iterations that it is in, the calls that it came through,
// and its access. Steps before the accesses have orders of their own; two accesses that nothing orders have
// one order.
Json code_flow(const verdict::Finding& finding, Places& places);

}  // namespace launchproof::reports
