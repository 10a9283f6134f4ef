// The source of a module that the application compiled by itself (NVRTC).
#pragma once

#include <optional>

#include "verify/jobs/recorded/recorded.h"

namespace launchproof::jobs {

// Returns the program that NVRTC was given for a recorded module, with its headers and options, so that it
// can be verified in place of the module's PTX. Nothing when no such compilation was recorded, or when its
// text is lost. Functions count as functions of the device by default where the options said so. Files that
// the compiler found in folders are looked for in the same folders again.
std::optional<Program> runtime_source_program(const capture::Program& program, const capture::Device* device,
                                              const ProgramLookup& lookup);

}  // namespace launchproof::jobs
