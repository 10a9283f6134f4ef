// Checks whether recorded launches satisfy the preconditions of proofs on buffer contents.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "capture/launch_class.h"
#include "capture/reader.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// Returns a function that adds to each ClassResult::contents_preconditions how many launches of the kernel
// satisfy it, and names those that violate it. It examines all classes in which the buffer has the same size,
// as far as contents are recorded and can be read.
std::function<void(verdict::Results&)> contents_checks(std::shared_ptr<const capture::Capture> capture,
                                                       std::vector<capture::LaunchClass> classes);

}  // namespace launchproof::cli
