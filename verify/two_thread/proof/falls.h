// Explains why an invariant stated by the kernel was not proved.
#pragma once

#include <cstdint>
#include <string>

#include "verify/two_thread/proof/prover.h"

namespace launchproof::two_thread {

// Returns why an invariant that was a candidate does not hold, and asks the solver for values that violate
// it. Returns an empty text for other annotations and for candidates that hold.
std::string why_it_fell(std::uint32_t annotation, const Setting& setting, const Problem& problem,
                        const Inferred& inferred, Prover& prover);

}  // namespace launchproof::two_thread
