// What is installed beside the program, made from the registry of commands and options (options.def).
#pragma once

#include <string>

namespace launchproof::cli {

// launchproof(1), in the macros of man(7).
std::string manual_page();

// For bash: commands, the options of the command that was typed, the words that an option takes one of, and
// file names.
std::string bash_completion();

}  // namespace launchproof::cli
