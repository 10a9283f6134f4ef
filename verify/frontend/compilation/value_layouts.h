// How the values of a kernel's by-value parameters lie in memory.
#pragma once

#include <string>

#include "verify/frontend/program/program.h"
#include "verify/model/value_layout.h"

namespace launchproof::frontend {

// Compiles the source as far as its declarations. Nothing for a kernel that is not in it.
model::ValueLayouts value_layouts(const ProgramSource& source, const DeviceEnvironment& device,
                                  const std::string& kernel);

}  // namespace launchproof::frontend
