// Texts that are installed with the program, generated from the registry of commands and options
// (options.def).
#pragma once

#include <string>

namespace launchproof::cli {

// Returns launchproof(1), in the macros of man(7).
std::string manual_page();

}  // namespace launchproof::cli
