// The steps of a witness's work-items when they were replayed, for a reader to follow.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/replay/execution/execution.h"
#include "verify/replay/replay.h"

namespace launchproof::replay {

// Adds the steps. `decisive`: for each watch, which of its steps the finding is about; empty: to be found by
// `property`. A step beyond the last is none: then nothing is added, as a reader would be led astray.
void add_steps(Confirmation& result, const KernelTables& tables, const std::vector<View>& views,
               const std::vector<Watch>& watches, verdict::Property property,
               std::vector<std::size_t> decisive);

}  // namespace launchproof::replay
