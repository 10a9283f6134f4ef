// The interleaving of a finding's witness as a SARIF code flow. Private to reports/sarif*.cpp.
#pragma once

#include "reports/formats/sarif_places.h"

namespace launchproof::reports {

// Returns one thread flow for each work-item: its loop iterations, the calls that led to the access, and the
// access. Steps before the accesses have different execution orders; two accesses that nothing orders have
// the same execution order.
Json code_flow(const verdict::Finding& finding, Places& places);

}  // namespace launchproof::reports
