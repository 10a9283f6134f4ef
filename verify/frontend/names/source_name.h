// Finds the source's names for entities that Clang names in its IR, for messages.
#pragma once

#include <string>
#include <string_view>

namespace launchproof::frontend {

// Returns the name of a variable that outlives its function: "t" for `k.t` and `_ZZ1kE1t`, "ns::table" for
// `_ZN2ns5tableE`. Variables of one function with the same name get a number, as in "t.1".
std::string variable_name(std::string_view name);

// Returns the name of a function without its parameters: "ns::f" for `_ZN2ns1fEi`.
std::string function_name(std::string_view name);

}  // namespace launchproof::frontend
