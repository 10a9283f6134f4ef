// Shows readers the steps of a witness's work-items, as replayed.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/replay/execution/execution.h"
#include "verify/replay/replay.h"

namespace launchproof::replay {

// Adds the steps. `decisive` gives, for each watch, the step that the finding is about; if it is empty,
// `property` decides. Adds nothing if that step is beyond the last recorded one, since the other steps would
// mislead a reader.
void add_steps(Confirmation& result, const KernelTables& tables, const std::vector<View>& views,
               const std::vector<Watch>& watches, verdict::Property property,
               std::vector<std::size_t> decisive);

}  // namespace launchproof::replay
