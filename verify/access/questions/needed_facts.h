// Describes launch facts that a proof needed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "verify/access/evaluator/family_prover.h"
#include "verify/model/kernel_model.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::access {

// Returns how values of this fact are ordered, which depends on the parameter's type.
FamilyProver::Domain domain_of(const model::KernelModel& kernel,
                               const symbolic::LaunchTerms::Variable& variable);

// Returns "n = 1000", "0 <= n <= 1000", "global size <= 1024", "`out` has at least 4096 bytes", "`n` as
// launched (3 values, 1 to 66)". `launch` is any launch of the family.
std::string in_words(const model::KernelModel& kernel, const model::LaunchFacts& launch,
                     const symbolic::LaunchTerms::Variable& variable, const FamilyProver::Need& need);
// Returns the text for a fact that was a constant; empty for a fact that every launch of that work dimension
// shares.
std::string constant_in_words(const model::KernelModel& kernel, const model::LaunchFacts& launch,
                              const symbolic::Fact& fact, bool minimised);

}  // namespace launchproof::access
