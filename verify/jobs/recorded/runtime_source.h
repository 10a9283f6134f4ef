// The source of a module that the application compiled at run time (NVRTC).
#pragma once

#include <optional>

#include "verify/jobs/recorded/recorded.h"

namespace launchproof::jobs {

// Returns the program that NVRTC compiled to a recorded module, with its headers and options, so that it can
// be verified in place of the module's PTX. Returns nothing if no such compilation was recorded or its text
// is lost. Functions are device functions by default if the options said so. Files that the compiler found in
// folders are looked up in the same folders again.
std::optional<Program> runtime_source_program(const capture::Program& program, const capture::Device* device,
                                              const ProgramLookup& lookup);

}  // namespace launchproof::jobs
