// One launch of PTX as a C program for the CUDA driver API, in files that name nothing of this machine.
#pragma once

#include "cli/replay/repro_program.h"

namespace launchproof::cli {

// Returns file names in the folder and their contents. Requires one source, which is PTX. Throws
// std::runtime_error for a launch that cannot be written as such a program.
std::map<std::string, std::string> cuda_repro_files(const ReproLaunch& launch);

}  // namespace launchproof::cli
