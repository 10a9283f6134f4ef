// The steps of a witness's work-items when they were replayed, for a reader to follow.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/replay/execution/execution.h"
#include "verify/replay/replay.h"

namespace launchproof::replay {

// Adds the steps. `decisive` gives, for each watch, the step that the finding is about; if empty, `property`
// decides. Adds nothing if that step is beyond the last one kept, since the others would mislead a reader.
void add_steps(Confirmation& result, const KernelTables& tables, const std::vector<View>& views,
               const std::vector<Watch>& watches, verdict::Property property,
               std::vector<std::size_t> decisive);

}  // namespace launchproof::replay
