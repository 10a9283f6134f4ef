// Reads sizes that a launch leaves open from models.
#pragma once

#include <optional>
#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/solver.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::access {

// Returns the launch's sizes in the model; nothing if no launch in whole groups can have them.
std::optional<model::LaunchSizes> sizes_of(const Context& context, const smt::Model& model);

// Returns the sizes that the launch leaves open, as terms.
std::vector<smt::Term> open_sizes(symbolic::LaunchTerms& launch, const model::OpenSizes& open);

}  // namespace launchproof::access
