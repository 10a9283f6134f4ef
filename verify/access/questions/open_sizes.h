// Sizes that the launch leaves open, as models give them.
#pragma once

#include <optional>
#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/solver.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::access {

// Returns the launch's sizes in the model. Nothing where they are not those of a launch in whole groups.
std::optional<model::LaunchSizes> sizes_of(const Context& context, const smt::Model& model);

// Returns the sizes that the launch leaves open, as terms.
std::vector<smt::Term> open_sizes(symbolic::LaunchTerms& launch, const model::OpenSizes& open);

}  // namespace launchproof::access
