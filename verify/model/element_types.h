// Integers by the names of their types.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "verify/model/contents_properties.h"

namespace launchproof::model {

// Returns the elements of "int32", "uint8" and so on, of which nothing is stated; nothing for other names.
std::optional<ContentsProperties> integers_named(std::string_view name);

// Returns the elements of an array whose declared element type is this, in OpenCL C or CUDA, or a vector of
// it: of "const uint4" those of "uint32". Nothing where it is not an integer. `long` has 64 bits in OpenCL C,
// and in CUDA where Launchproof compiles it.
std::optional<ContentsProperties> integers_of_type(std::string_view type);

// Returns "the int32 elements of `perm` are distinct, at least 0 and at most 1023".
std::string elements_in_words(std::string_view name, const ContentsProperties& properties);

}  // namespace launchproof::model
