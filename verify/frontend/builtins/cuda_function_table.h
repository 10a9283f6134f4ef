// The registry of the functions that CUDA C++ offers to device code, and how much of each is understood.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "verify/frontend/builtins/builtin_table.h"

namespace launchproof::frontend::cuda {

struct Function {
  std::string_view name;
  BuiltinKind kind = BuiltinKind::Unsupported;
  std::string_view since;   // "9.0": a version of CUDA that has it
  std::string_view reason;  // Unsupported: what it is, in words
  std::string_view call;    // an expression that calls it
  std::size_t section = 0;
};

std::span<const Function> all_functions();
std::span<const BuiltinSection> function_sections();

// Returns the unsupported function of that name, or of that name with parameters in parentheses behind; null
// where there is none.
const Function* find_unsupported(std::string_view name);

// Returns the text of docs/cuda-functions.md.
std::string functions_page();

}  // namespace launchproof::frontend::cuda
