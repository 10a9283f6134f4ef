// Why an invariant of the kernel's own was not proved, in words.
#pragma once

#include <cstdint>
#include <string>

#include "verify/invariants/prover.h"

namespace launchproof::invariants {

// Of an invariant that was a candidate; asks for the values with which it does not hold. Empty for others,
// and for those that stand.
std::string why_it_fell(std::uint32_t annotation, const Setting& setting, const Problem& problem,
                        const Inferred& inferred, Prover& prover);

}  // namespace launchproof::invariants
