// Why an invariant of the kernel's own was not proved, in words.
#pragma once

#include <cstdint>
#include <string>

#include "verify/two_thread/proof/prover.h"

namespace launchproof::two_thread {

// Returns why an invariant that was a candidate does not hold, and asks the solver for values that violate
// it. Empty for other annotations, and for candidates that stand.
std::string why_it_fell(std::uint32_t annotation, const Setting& setting, const Problem& problem,
                        const Inferred& inferred, Prover& prover);

}  // namespace launchproof::two_thread
