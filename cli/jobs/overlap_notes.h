// Notes about launches that may run at the same time on common memory.
#pragma once

#include <string>
#include <vector>

#include "capture/launch_class.h"
#include "capture/reader.h"

namespace launchproof::cli {

// Returns a note for each two classes whose launches may run at the same time on memory that one of them may
// write, and notes on what is unknown about the order. Returns nothing if all launches are ordered.
std::vector<std::string> overlap_notes(const capture::Capture& capture,
                                       const std::vector<capture::LaunchClass>& classes);

}  // namespace launchproof::cli
