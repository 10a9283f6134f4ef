// The registry of the functions that CUDA C++ offers to device code, and how precisely each is modelled.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "verify/frontend/builtins/builtin_table.h"

namespace launchproof::frontend::cuda {

struct Function {
  std::string_view name;
  BuiltinKind kind = BuiltinKind::Unsupported;
  std::string_view since;   // "9.0": the CUDA version that introduced it
  std::string_view reason;  // Unsupported: a description
  std::string_view call;    // an expression that calls it
  std::size_t section = 0;
};

std::span<const Function> all_functions();
std::span<const BuiltinSection> function_sections();

// Returns the unsupported function with this name, which may be followed by parameters in parentheses; null
// if there is none.
const Function* find_unsupported(std::string_view name);

// Returns the text of docs/cuda-functions.md.
std::string functions_page();

}  // namespace launchproof::frontend::cuda
