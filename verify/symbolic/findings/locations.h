// Places of the model as findings name them.
#pragma once

#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/verdict/results.h"

namespace launchproof::symbolic {

// Returns the place, which is empty for kNone.
verdict::SourceLocation location(const model::KernelModel& kernel, model::LocationId id, std::string role);

// Returns the place and, for inlined code, the call sites outward.
std::vector<verdict::SourceLocation> locations(const model::KernelModel& kernel, model::LocationId id,
                                               const std::string& role);

}  // namespace launchproof::symbolic
