// What instrumented machine code calls; the first argument is the MachineItem that runs.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace launchproof::replay {

// Names and addresses of all hooks and of the mathematical functions.
using Symbol = std::pair<std::string_view, const void*>;
const std::vector<Symbol>& hook_symbols();
const std::vector<Symbol>& math_symbols();

}  // namespace launchproof::replay
