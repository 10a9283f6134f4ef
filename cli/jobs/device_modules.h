// Accepts compiled files in place of kernel files. Each PTX module in such a file counts as a separate file,
// called `app#1`, `app#2` and so on.
#pragma once

#include <string>

#include "cli/options/options.h"

namespace launchproof::cli {

// Returns whether the file is compiled, or names a module of a compiled file.
bool is_device_module(const std::string& file);

// Returns the PTX of a module. The name of the file suffices if it has only one module. Throws UsageError.
std::string device_module_text(const std::string& file);

// Replaces each compiled file among the operands by its modules: by all of them, or by those that contain the
// named kernel. Adds a note if a file also contains kernels without PTX. Throws UsageError if a compiled file
// has no PTX.
Arguments with_device_modules(Arguments arguments);

}  // namespace launchproof::cli
