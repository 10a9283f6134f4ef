// From models to findings of the two-thread engine: which work-items, which lines, which bytes.
#pragma once

#include <string>
#include <vector>

#include "verify/invariants/problem.h"
#include "verify/invariants/values.h"
#include "verify/smt/solver.h"
#include "verify/verdict/results.h"

namespace launchproof::invariants {

verdict::SourceLocation place(const model::KernelModel& kernel, model::LocationId id, std::string role);

// The access that the first work-item made in `model`; null: the obligation is of no race, or nothing tells.
const LoggedAccess* logged_access(const Obligation& obligation, const smt::Model& model);

// The obligation does not hold in `model`, which satisfies `question`.
verdict::Finding finding_of(const Setting& setting, Values& values, const Obligation& obligation,
                            const std::vector<smt::Term>& question, const smt::Model& model);

}  // namespace launchproof::invariants
