// Loop iterations that bug-finding mode has not examined.
#pragma once

#include <string>

#include "verify/two_thread/terms/memory.h"

namespace launchproof::two_thread {

// Returns whether something that the property is about lies in the loop, or can be reached after one of the
// work-items has been left out there.
bool is_cut_short(const Setting& setting, const Memory& memory, model::LoopId loop,
                  verdict::Property property);

// Returns why the code there is open: work-items that continue after the last iteration were shown to exist,
// or not shown not to exist.
std::string beyond_in_words(std::uint32_t unwinding);

}  // namespace launchproof::two_thread
