// Finds sizes of a launch that satisfy the preconditions.
#pragma once

#include <optional>

#include "verify/access/checks/session.h"
#include "verify/model/launch_facts.h"

namespace launchproof::access {

// Returns small sizes of a launch in which some work-item satisfies the leading preconditions, with several
// work-items in several groups if such a launch exists.
std::optional<model::LaunchSizes> fitting_sizes(Session& session);

}  // namespace launchproof::access
