// Converts places in the model to the locations that findings use.
#pragma once

#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/verdict/results.h"

namespace launchproof::symbolic {

// Returns the location; empty for kNone.
verdict::SourceLocation location(const model::KernelModel& kernel, model::LocationId id, std::string role);

// Returns the location and, for inlined code, its call sites from the inside out.
std::vector<verdict::SourceLocation> locations(const model::KernelModel& kernel, model::LocationId id,
                                               const std::string& role);

}  // namespace launchproof::symbolic
