// docs/ptx-instructions.md.
#pragma once

#include <string>

namespace launchproof::frontend::ptx {

// Returns the page that lists every PTX instruction and how much of it is understood.
std::string instructions_page();

}  // namespace launchproof::frontend::ptx
