// Values of by-value arguments and of buffers' elements, as a reader of the kernel knows them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace launchproof::model {

// Returns whether the type, of which one component is meant, is half, float or double.
bool is_floating(std::string_view type);
// Returns whether values of it have no sign: "uint", "unsigned char", "size_t", "bool" and so on.
bool is_unsigned(std::string_view type);

// Returns the value whose lowest `bits` bits are given, as decimal text: "0.125", "-4". The type is named as
// in Parameter::type, or is that of a vector; what is no floating-point type counts as an integer.
std::string scalar_text(std::string_view type, std::uint64_t value, unsigned bits);

}  // namespace launchproof::model
