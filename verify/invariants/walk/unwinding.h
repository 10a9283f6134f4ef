// Iterations that bug-finding mode has not looked at.
#pragma once

#include <string>

#include "verify/invariants/terms/memory.h"

namespace launchproof::invariants {

// Returns whether something that the property speaks of lies in the loop, or may be reached after a work-item
// has been left out there: by it, or by the other one of the two.
bool is_cut_short(const Setting& setting, const Memory& memory, model::LoopId loop,
                  verdict::Property property);

// Returns why what lies there is open: work-items that go on after the last iteration, which were shown to
// exist or not shown not to.
std::string beyond_in_words(std::uint32_t unwinding);

}  // namespace launchproof::invariants
