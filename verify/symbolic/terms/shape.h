// Orders terms in the same way for every work-item.
#pragma once

#include <cstdint>

#include "verify/smt/terms/term.h"

namespace launchproof::symbolic {

// Returns a number that depends on the structure of the term's top, but neither on the work-item to which its
// variables belong nor on when it was created. Different terms may have the same number.
std::uint64_t shape(smt::Term term);

}  // namespace launchproof::symbolic
