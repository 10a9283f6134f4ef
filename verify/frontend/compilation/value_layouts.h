// The memory layouts of a kernel's by-value parameters.
#pragma once

#include <string>

#include "verify/frontend/program/program.h"
#include "verify/model/value_layout.h"

namespace launchproof::frontend {

// Returns the layouts. Compiles only the declarations of the source. Returns nothing for a kernel that is not
// in the source.
model::ValueLayouts value_layouts(const ProgramSource& source, const DeviceEnvironment& device,
                                  const std::string& kernel);

}  // namespace launchproof::frontend
