// Sizes of a launch that keeps to the preconditions.
#pragma once

#include <optional>

#include "verify/access/checks/session.h"
#include "verify/model/launch_facts.h"

namespace launchproof::access {

// Returns small sizes of a launch, of several work-items in several groups if there is one, in which some
// work-item keeps to the preconditions that stand first.
std::optional<model::LaunchSizes> fitting_sizes(Session& session);

}  // namespace launchproof::access
