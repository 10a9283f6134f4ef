// Start and end of all command-line programs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.h"

namespace launchproof::cli {

// Returns the exit status of `work`. If it throws, prints the failure and returns the corresponding status.
int guarded(const std::function<int()>& work);

// Answers --help and similar options, or runs the command. Returns the exit status.
int run_parsed(const std::vector<std::string>& words, const std::function<int(const Arguments&)>& command);

}  // namespace launchproof::cli
