// Whether recorded launches keep to what proofs need of the contents of their buffers.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "capture/launch_class.h"
#include "capture/reader.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// Returns what adds to each precondition of contents (ClassResult::contents_preconditions) how many launches
// of the kernel keep to it, and names those that break it: of all classes in which the buffer is as large, as
// far as contents are recorded and can be read.
std::function<void(verdict::Results&)> contents_checks(std::shared_ptr<const capture::Capture> capture,
                                                       std::vector<capture::LaunchClass> classes);

}  // namespace launchproof::cli
