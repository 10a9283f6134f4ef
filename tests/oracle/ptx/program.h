// Converts PTX files to programs for the interpreter.
#pragma once

#include <memory>
#include <string>

#include "tests/oracle/launch_options.h"
#include "tests/oracle/program.h"

namespace launchproof::oracle {

// Whether the file is PTX.
bool is_ptx(const std::string& path);

// Reads a file. The use of a parameter shows whether it is a buffer, unless the launch says so. Throws
// CannotJudge.
std::unique_ptr<Program> decode_ptx(const std::string& path, const LaunchOptions& options);

// Returns the launch with parameter numbers replaced by the names of the kernel's parameters.
LaunchOptions with_parameter_names(const LaunchOptions& options, const Kernel& kernel);

}  // namespace launchproof::oracle
