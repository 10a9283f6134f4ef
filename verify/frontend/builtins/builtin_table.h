// The registry of built-in functions: which functions are known, and how precisely each is modelled.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace launchproof::frontend {

enum class BuiltinKind : std::uint8_t {
  Exact,       // accesses, ordering and results are those that the language defines
  Functional,  // the result depends only on the operands, and is otherwise unknown
  ByOperands,  // exact for integers, functional for floats
  Fitting,     // exact for integers, and for floats that hold integers times powers of two exactly
  Exchanged,   // the result is what work-items give each other, and is known where it is known who takes part
  Arbitrary,   // the result may be anything that the function can yield; all else is exact
  Unsupported  // a kernel that calls it is `unsupported`, with the line
};

std::string_view name_of(BuiltinKind kind);

struct Builtin {
  std::string_view name;
  std::string_view group;  // how the page shows it, e.g. "vloadN"; the function's name in most cases
  BuiltinKind kind = BuiltinKind::Unsupported;
  std::string_view since;   // "1.2": the first version of OpenCL C; or the extension
  std::string_view reason;  // Unsupported: a description
  std::size_t section = 0;
  bool prefix = false;  // covers every other name with this prefix
};

struct BuiltinSection {
  std::string_view title;
  std::string_view text;
};

std::span<const Builtin> all_builtins();
std::span<const BuiltinSection> builtin_sections();

// Returns the function with this name in the source, or with the name that Clang gives to functions that it
// expands itself ("__to_global"). Returns null if the name is unknown.
const Builtin* find_builtin(std::string_view name);

// Returns the text of docs/builtins.md.
std::string builtins_page();

}  // namespace launchproof::frontend
