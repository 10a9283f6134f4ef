// Writes one PTX launch as a C program for the CUDA driver API. Its files do not refer to this machine.
#pragma once

#include "cli/replay/repro_program.h"

namespace launchproof::cli {

// Returns the file names in the folder and the contents of the files. Requires exactly one source, which is
// PTX. Throws std::runtime_error if the launch cannot be written as such a program.
std::map<std::string, std::string> cuda_repro_files(const ReproLaunch& launch);

}  // namespace launchproof::cli
