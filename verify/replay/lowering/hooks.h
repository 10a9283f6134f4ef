// Functions that instrumented machine code calls. The first argument is the running MachineItem.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace launchproof::replay {

// Names and addresses of all hooks and of the mathematical functions.
using Symbol = std::pair<std::string_view, const void*>;
const std::vector<Symbol>& hook_symbols();
const std::vector<Symbol>& math_symbols();

// Adds the functions with an explicit rounding direction.
void add_rounded_functions(std::vector<Symbol>& all);
// Returns the symbol of such a function, without its type, for its name in CUDA: "rounded_fma_rd" for
// "__fmaf_rd". Returns an empty text if there is none.
std::string rounded_function(std::string_view name);

}  // namespace launchproof::replay
