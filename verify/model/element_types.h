// Finds integer types by their names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "verify/model/contents_properties.h"

namespace launchproof::model {

// Returns the elements named "int32", "uint8" and so on, without stated properties; nothing for other names.
std::optional<ContentsProperties> integers_named(std::string_view name);

// Returns the elements of an array with this declared element type of OpenCL C or CUDA, or of a vector of it:
// for "const uint4", the elements of "uint32". Returns nothing if the type is not an integer type. `long` has
// 64 bits in OpenCL C, and in CUDA as Launchproof compiles it.
std::optional<ContentsProperties> integers_of_type(std::string_view type);

// Returns "the int32 elements of `perm` are distinct, at least 0 and at most 1023".
std::string elements_in_words(std::string_view name, const ContentsProperties& properties);

}  // namespace launchproof::model
