// Converts models to findings of the two-thread engine: which work-items, lines and bytes.
#pragma once

#include <string>
#include <vector>

#include "verify/smt/terms/solver.h"
#include "verify/two_thread/terms/problem.h"
#include "verify/two_thread/terms/values.h"
#include "verify/verdict/results.h"

namespace launchproof::two_thread {

// Returns the property to which obligations of this kind belong.
verdict::Property property_of(ObligationKind kind);

// Returns whether the first work-item made the access in `model`.
bool is_made(const LoggedAccess& access, const smt::Model& model);

// Describes an obligation that does not hold in `model`, which satisfies `question`. `earlier`: for a race,
// the access made by the first work-item; null if it is unknown.
verdict::Finding finding_of(const Setting& setting, Values& values, const Obligation& obligation,
                            const LoggedAccess* earlier, const std::vector<smt::Term>& question,
                            const smt::Model& model);

}  // namespace launchproof::two_thread
