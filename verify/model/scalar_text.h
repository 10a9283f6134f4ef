// Prints values of by-value arguments and of buffer elements the way a reader of the kernel writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace launchproof::model {

// Returns whether the type, or the component type of the vector type, is half, float or double.
bool is_floating(std::string_view type);
// Returns whether the type is unsigned: "uint", "unsigned char", "size_t", "bool" and so on.
bool is_unsigned(std::string_view type);

// Returns the value in the lowest `bits` bits as decimal text: "0.125", "-4". The type is named as in
// Parameter::type, or is a vector of such a type; everything that is not a floating-point type counts as an
// integer.
std::string scalar_text(std::string_view type, std::uint64_t value, unsigned bits);

}  // namespace launchproof::model
