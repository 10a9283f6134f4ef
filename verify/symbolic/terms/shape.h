// An order of terms that is the same for every work-item.
#pragma once

#include <cstdint>

#include "verify/smt/terms/term.h"

namespace launchproof::symbolic {

// Returns a number that depends on how the top of the term is built, and neither on the work-item that its
// variables belong to nor on when it was made. Different terms may have the same number.
std::uint64_t shape(smt::Term term);

}  // namespace launchproof::symbolic
