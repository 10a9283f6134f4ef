// Describes loop iterations that bug-finding mode has not examined.
#pragma once

#include <string>

#include "verify/two_thread/terms/memory.h"

namespace launchproof::two_thread {

// Returns whether something that the property is about lies in the loop, or can be reached after a work-item
// was excluded there.
bool is_cut_short(const Setting& setting, const Memory& memory, model::LoopId loop,
                  verdict::Property property);

// Returns why the property is open there: it was shown that work-items continue after the last iteration, or
// it could not be shown that none do.
std::string beyond_in_words(std::uint32_t unwinding);

}  // namespace launchproof::two_thread
