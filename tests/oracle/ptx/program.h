// PTX files as programs that the interpreter runs.
#pragma once

#include <memory>
#include <string>

#include "tests/oracle/launch_options.h"
#include "tests/oracle/program.h"

namespace launchproof::oracle {

// Whether the file is PTX.
bool is_ptx(const std::string& path);

// Reads a file. Which parameters are buffers follows from their use, unless the launch says so. Throws
// CannotJudge.
std::unique_ptr<Program> decode_ptx(const std::string& path, const LaunchOptions& options);

// The launch with the names of the kernel's parameters where it gives their numbers.
LaunchOptions with_parameter_names(const LaunchOptions& options, const Kernel& kernel);

}  // namespace launchproof::oracle
