// From models to findings of the two-thread engine: which work-items, which lines, which bytes.
#pragma once

#include <string>
#include <vector>

#include "verify/smt/terms/solver.h"
#include "verify/two_thread/terms/problem.h"
#include "verify/two_thread/terms/values.h"
#include "verify/verdict/results.h"

namespace launchproof::two_thread {

// Returns the property that an obligation of this kind belongs to.
verdict::Property property_of(ObligationKind kind);

// Returns whether the first work-item made the access in `model`.
bool is_made(const LoggedAccess& access, const smt::Model& model);

// Describes an obligation that does not hold in `model`, which satisfies `question`. `earlier`: of a race,
// the access that the first work-item made; null where nothing tells.
verdict::Finding finding_of(const Setting& setting, Values& values, const Obligation& obligation,
                            const LoggedAccess* earlier, const std::vector<smt::Term>& question,
                            const smt::Model& model);

}  // namespace launchproof::two_thread
