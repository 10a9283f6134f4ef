// docs/ptx-instructions.md.
#pragma once

#include <string>

namespace launchproof::frontend::ptx {

// Returns the page that lists every instruction of PTX with what is understood of it.
std::string instructions_page();

}  // namespace launchproof::frontend::ptx
