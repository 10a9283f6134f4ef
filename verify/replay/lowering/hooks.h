// Functions that instrumented machine code calls. The first argument is the MachineItem that runs.
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

// Adds the functions that round in a direction of their own.
void add_rounded_functions(std::vector<Symbol>& all);
// Returns the name of such a function among the symbols, without its type, by its name in CUDA, as
// "rounded_fma_rd" for "__fmaf_rd"; empty: it is none.
std::string rounded_function(std::string_view name);

}  // namespace launchproof::replay
