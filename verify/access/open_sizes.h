// Sizes that the launch leaves open, as models give them.
#pragma once

#include <optional>

#include "verify/access/session.h"

namespace launchproof::access {

// What the model says of the launch's sizes; nothing where they are none of a launch in whole groups.
std::optional<model::LaunchSizes> sizes_of(const Context& context, const smt::Model& model);

// Small sizes of a launch, of several work-items in several groups if there is one, in which some work-item
// keeps to the preconditions that stand first.
std::optional<model::LaunchSizes> fitting_sizes(Session& session);

// The sizes that the launch leaves open, as terms.
std::vector<smt::Term> open_sizes(LaunchTerms& launch, const model::OpenSizes& open);

}  // namespace launchproof::access
