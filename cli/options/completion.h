// Completions of shells, made from the registry of commands and options (options.def). Each offers commands,
// the options of the command that was typed, the words that an option takes one of, and file names; behind
// `--` stands the application.
#pragma once

#include <string>

namespace launchproof::cli {

// Returns the script for bash.
std::string bash_completion();

// Returns the function for zsh, which is installed as `_launchproof`.
std::string zsh_completion();

// Returns the commands for fish.
std::string fish_completion();

}  // namespace launchproof::cli
