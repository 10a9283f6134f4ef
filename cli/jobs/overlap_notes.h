// Launches that may run at once on common memory, in words for results.
#pragma once

#include <string>
#include <vector>

#include "capture/launch_class.h"
#include "capture/reader.h"

namespace launchproof::cli {

// Returns a note for each two classes with launches that may run at once on memory which one of them may
// write, and what is not known of the order. Nothing where all launches are in order.
std::vector<std::string> overlap_notes(const capture::Capture& capture,
                                       const std::vector<capture::LaunchClass>& classes);

}  // namespace launchproof::cli
