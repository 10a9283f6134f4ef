// Shell completions, generated from the registry of commands and options (options.def). They offer the
// commands, the options of the typed command, the words that an option accepts, and file names. The
// application follows `--`.
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
