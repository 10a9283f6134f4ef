// Compiled files in place of kernel files: each PTX module in one is a file of its own, `app#1`, `app#2` and
// so on.
#pragma once

#include <string>

#include "cli/options/options.h"

namespace launchproof::cli {

// Returns whether the file is compiled, or names a module of a compiled file.
bool is_device_module(const std::string& file);

// Returns the PTX of a module. The name of a file suffices when the file has only one module. Throws
// UsageError.
std::string device_module_text(const std::string& file);

// Puts the modules of compiled files in their place among the operands: all of them, or those with the kernel
// that is named. A note says where a file also holds kernels without PTX. Throws UsageError where a compiled
// file has no PTX.
Arguments with_device_modules(Arguments arguments);

}  // namespace launchproof::cli
